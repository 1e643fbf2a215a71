#!/bin/sh
# Facts about `shardproof replay`, `explain` and `list`, each a function below.
#
#   report_facts.sh FACT
#
# The program's path is in $SHARDPROOF. Runs in a directory of its own and fails with what the program did instead.
set -u

fact=$1
. "$(dirname "$0")/facts.sh"

# given TEXT WORD...: the same with TEXT on standard input.
given() {
  printf '%s' "$1" >in
  shift
  "$SHARDPROOF" "$@" >out 2>err <in
  code=$?
}

broken='{"subject": "average-of-variances", "trial": {"parts": [[0], [1]]}}'
stale='{"subject": "average-of-variances", "trial": {"parts": [[0, 1]]}}'
ours='{"subject": "reference", "trial": {"parts": [[0], [1]]}}'

# ── replay ───────────────────────────────────────────────────────────────────────────────────────────────────────────

a_variant_that_still_fails_exits_1() {
  called replay average-of-variances
  exits 1
  silent
  says 'broken  oracle-agreement'
  says 'parts          [0] | [1]'
  says 'oracle says    1/4, by contract 0.25'
  says 'subject says   0.0'
}

every_variant_replays_its_witness() {
  "$SHARDPROOF" list variants --format json >list
  sed -n 's/^    "id": "\(.*\)",/\1/p' list >ids
  sed -n 's/^    "standing": "\(.*\)",/\1/p' list | paste ids - | while read -r id standing; do
    [ "$standing" != equivalent ] || continue
    called replay "$id"
    exits 1
    grep -q "^$standing " out || fail "$id should be $standing"
  done || exit 1
}

what_holds_now_is_stale_and_exits_0() {
  given "$stale" replay -
  exits 0
  says 'holds now: stale'
  given "$ours" replay -
  exits 0
}

one_of_several_that_fails_is_enough_for_1() {
  echo "$stale" >stale.json
  echo "$broken" >broken.json
  called replay stale.json broken.json
  exits 1
  says '2 replayed: 1 still fails, 1 holds now (stale)'
}

nothing_to_judge_exits_4() {
  given '{"subject": "reference", "trial": {"parts": [[1e200], [-1e200]]}}' replay -
  exits 4
  says 'undefined'
}

less_precision_may_be_asked_for() {
  called replay rounds-half-up
  exits 1
  called replay rounds-half-up --expect float64
  exits 0
}

a_replay_is_json_too() {
  given "$broken" replay - --format json
  exits 1
  says '"report": "replay"'
  says '"stale": false'
}

bad_counterexamples_are_refused() { # by replay and explain alike, with where it stands and what it is
  for command in replay explain; do
    given '' $command -
    refuses 'standard input: '
    given '   ' $command -
    refuses 'empty'
    given '{"subject": ' $command -
    refuses 'standard input: line 1, column '
    given '[]' $command -
    refuses 'an array, not an object'
    given '{"subject": "average-of-variances"}' $command -
    refuses '"trial" is missing'
    given '{"trial": {"parts": []}}' $command -
    refuses '"subject" is missing'
    given '{"subject": "average-of-variances", "trial": {"parts": [[NaN]]}}' $command -
    refuses 'standard input: line 1'
    given '{"subject": "average-of-variances", "trial": {"parts": [["NaN"]]}}' $command -
    refuses '"trial"'
    given '{"subject": "average-of-variances", "trial": {"parts": [[{"value": 1, "times": -1}]]}}' $command -
    refuses '"trial"'
    given '{"subject": "average-of-variances", "trial": {"parts": [[0]]}, "x": 1}' $command -
    refuses '"x"'
    given '{"subject": "average-of-variance", "trial": {"parts": [[0]]}}' $command -
    refuses 'average-of-variance'
  done
}

what_cannot_be_read_is_refused() {
  mkdir folder
  : >empty.json
  for command in replay explain; do
    called $command folder
    refuses 'folder: cannot be read: Is a directory'
    called $command ./nothing.json
    refuses './nothing.json: cannot be read: No such file or directory'
    called $command empty.json
    refuses 'empty.json: '
    called $command averages
    refuses 'list variants'
    called $command balanced-tree
    refuses 'balanced-tree'
    if [ "$(id -u)" -ne 0 ]; then
      echo "$broken" >secret.json
      chmod 0 secret.json
      called $command secret.json
      refuses 'secret.json: cannot be read: Permission denied'
    fi
  done
}

a_bad_file_leaves_the_report_as_it_was() {
  echo before >report
  echo "$broken" >good.json
  echo '{' >bad.json
  called replay good.json bad.json --output report
  refuses 'bad.json: '
  [ "$(cat report)" = before ] || fail 'should leave the report alone'
  [ "$(ls)" = "$(printf 'bad.json\nerr\ngood.json\nout\nreport')" ] || fail 'should leave no other file'
}

# ── explain ──────────────────────────────────────────────────────────────────────────────────────────────────────────

the_missing_term_is_named() {
  called explain count-weighted-average
  exits 0
  silent
  says 'within workers   Σ nᵢ·vᵢ / n               0'
  says 'between workers  Σ nᵢ·(meanᵢ − mean)² / n  1/4'
  says 'the between-worker term, 1/4: the subject says exactly the within-worker term'
  called explain variance-of-means
  says 'the within-worker term, 1/4: the subject says exactly the between-worker term'
}

every_variant_is_explained() {
  "$SHARDPROOF" list variants --format json >list
  sed -n 's/^    "id": "\(.*\)",/\1/p' list >ids
  sed -n 's/^    "standing": "\(.*\)",/\1/p' list | paste ids - | while read -r id standing; do
    [ "$standing" != equivalent ] || continue
    called explain "$id"
    exits 0
    says 'mechanism'
    says 'the answers'
    # A number of 300 digits stays one word, to be copied: what is around it must fit.
    ! tr -d '\200-\277' <out | sed 's/[^ ]\{81,\}//g' | grep -q '.\{101\}' || fail "$id does not fit a terminal"
  done || exit 1
}

a_file_is_explained_like_a_variant() {
  echo '{"subject": "average-of-variances", "trial": {"parts": [[0, 2], [5], []]}}' >file.json
  called explain file.json
  exits 0
  says 'total            within + between          38/9'
  says "echo '{"
}

rounded_triples_are_explained() {
  called explain rounded-triples
  exits 0
  says 'refused: '
}

# ── list ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

everything_is_listed() {
  for what in variants laws rungs formats; do
    for format in text json; do
      called list $what --format $format
      exits 0
      silent
      [ -s out ] || fail "should list $what"
    done
  done
}

nothing_else_is_listed() {
  called list cats
  refuses 'variants, laws, rungs, formats, kill-matrix'
  called list laws --format markdown
  refuses 'no list of laws as markdown'
  called list laws --trials 3
  refuses 'kill matrix'
}

the_atlas_has_a_line_for_each_variant() {
  "$SHARDPROOF" list variants --format json >list
  called list variants --format markdown
  exits 0
  silent
  rows=$(grep -c '^    "id":' list)
  lines=$(grep -c '^| `' out)
  [ "$rows" = "$lines" ] || fail "should have $rows lines, has $lines"
  says '](https://github.com/'
}

the_kill_matrix_is_the_same_for_the_same_seed() {
  for format in text markdown json; do
    called list kill-matrix --trials 3 --seed 5 --format $format
    exits 0
    silent
    says 'average-of-variances'
    cp out first
    called list kill-matrix --trials 3 --seed 5 --format $format
    cmp out first || fail "should be the same as $format"
  done
}

# ── Destinations ─────────────────────────────────────────────────────────────────────────────────────────────────────

a_full_disk_is_told() {
  [ -w /dev/full ] || exit 77  # skipped
  : >out
  for words in 'replay average-of-variances' 'explain average-of-variances' 'list laws'; do
    "$SHARDPROOF" $words >/dev/full 2>err
    code=$?
    refuses 'standard output: cannot be written: No space left on device'
  done
}

a_closed_standard_output_is_told() {
  : >out
  for words in 'replay average-of-variances' 'explain average-of-variances' 'list laws'; do
    "$SHARDPROOF" $words >&- 2>err
    code=$?
    refuses 'standard output: cannot be written: Bad file descriptor'
  done
}

a_reader_that_has_had_enough_is_no_error() {
  : >out
  for words in 'explain average-of-variances' 'list variants'; do
    { "$SHARDPROOF" $words 2>err; echo $? >code; } | :
    code=$(cat code)
    exits 0
    silent
  done
}

help_has_the_exit_codes() {
  for command in gate fixtures replay explain merge list; do
    called $command --help
    exits 0
    says 'Exit status:'
    says '  2   '
  done
}

"$fact"
