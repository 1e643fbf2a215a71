#!/bin/sh
# Facts about `shardproof gate`, each a function below.
#
#   gate_facts.sh FACT [FAULTY]
#
# The program's path is in $SHARDPROOF; FAULTY is that of faulty_gate. Runs in a directory of its own and fails with
# what the program did instead.
set -u

fact=$1
faulty=${2:-}
. "$(dirname "$0")/facts.sh"

# gate [WORD...]: leaves $code and the files out and err.
gate() {
  "$SHARDPROOF" gate "$@" >out 2>err </dev/null
  code=$?
}

# with FAULT [WORD...]: the same of a gate with that fault.
with() {
  "$faulty" "$@" >out 2>err </dev/null
  code=$?
}

# A run that is over in a moment: what is being tested is not what it finds.
quick='--rungs small --trials 100'

# ── Verdicts and exit codes ──────────────────────────────────────────────────────────────────────────────────────────

holds_and_exits_0() {
  gate
  exits 0
  silent
  says 'HOLDS'
  says '140 of 140 wrong ones caught, 9 of 9 right ones hold'
}

tolerates_what_is_right_to_the_precision_asked_for() {
  gate --expect textbook --trials 2000
  exits 0
  says '133 of 140 wrong ones caught, 9 of 9 right ones hold, 7 tolerated'
  ! grep -q '^stale' out || fail 'should not call the witnesses of the tolerated stale'
}

does_not_expect_the_reference_to_break_the_contract() {
  gate --expect exact
  refuses 'the reference rounds to 12 decimals, as the contract says'
}

judges_200000_trials_of_the_reference() {
  gate --format json
  exits 0
  trials=$(grep -m 1 '^      "trials": ' out | tr -dc 0-9)
  [ "$trials" -ge 200000 ] || fail "should judge 200,000 trials of the reference, not $trials"
}

fits_a_terminal() {
  gate --trials 1000 --rungs small,integers,counts,decimals,offset
  # In characters, whatever the locale: the bytes that continue one are taken away.
  # Lines to paste stay whole.
  longest=$(grep -v ' shardproof gate ' out | tr -d '\200-\277' | awk 'length > most { most = length } END { print most + 0 }')
  [ "$longest" -le 100 ] || fail "a line of $longest columns"
}

a_reference_that_averages_variances_exits_5() {
  with reference=average-of-variances --trials 100
  exits 5
  head -n 1 out | grep -q '^REFERENCE FAILED' || fail 'should say so first'
  says 'oracle says'
  says 'subject says'
}

a_reference_that_weights_by_count_exits_5() {
  with reference=count-weighted-average --trials 100
  exits 5
  head -n 1 out | grep -q '^REFERENCE FAILED' || fail 'should say so first'
}

a_reference_in_double_exits_5() {
  with reference=textbook-float64 --trials 100
  exits 5
  head -n 1 out | grep -q '^REFERENCE FAILED' || fail 'should say so first'
}

a_reference_that_failed_can_be_replayed_by_pasting_a_line() {
  with reference=count-weighted-average --trials 100
  sed -n 's/^  replay         //p' out >line
  [ "$(wc -l <line)" -eq 1 ] || fail 'should print one line to paste'
  (PATH=$(dirname "$SHARDPROOF"):$PATH && . ./line) >again
  code=$?
  exits 1
  grep -q '^broken ' again || fail "should be broken again, not $(cat again)"
}

a_wrong_variant_made_right_is_missed_and_exits_1() {
  with right=sum-of-variances --rungs small,integers --trials 1000
  exits 1
  says 'missed: sum-of-variances'
  says 'MISSED'
}

a_right_variant_made_wrong_is_a_false_alarm_and_exits_1() {
  with wrong=balanced-tree $quick
  exits 1
  says 'false alarm: balanced-tree'
  says 'FALSE ALARM'
}

a_minimum_that_cannot_be_met_is_vacuous_and_exits_4() {
  with demanding --trials 1000
  exits 4
  says 'VACUOUS'
  says 'rung wide: '
  says '2,000 required'
  says 'run with more --trials'
}

# ── The record ───────────────────────────────────────────────────────────────────────────────────────────────────────

# record FILE [WORD...]: the JSON record less the seconds.
record() {
  file=$1
  shift
  gate --format json "$@"
  exits 0
  grep -v '^  "seconds": ' out >"$file"
  [ "$(($(wc -l <"$file") + 1))" -eq "$(wc -l <out)" ] || fail 'should have one line of seconds'
}

the_record_does_not_depend_on_the_number_of_threads() {
  record one --jobs 1 --trials 2000
  record two --jobs 2 --trials 2000
  cmp -s one two || fail "should be the same: $(diff one two | head -n 5)"
}

one_seed_gives_one_record() {
  record first --seed 7 --trials 5000
  record second --seed 7 --trials 5000
  cmp -s first second || fail "should be the same: $(diff first second | head -n 5)"
  record other --seed 8 --trials 5000
  ! cmp -s first other || fail 'another seed should give another record'
}

# ── Bad words, bad corpora, bad destinations ─────────────────────────────────────────────────────────────────────────

bad_words_are_refused() {
  for words in '--seed x' '--trials 0' '--jobs 0' '--rungs tall' '--expect luck' '--format yaml' 'corpus'; do
    gate $words
    refuses "${words##* }"
  done
}

a_corpus_is_read_before_the_run() {
  mkdir corpus
  for text in '{' '' '{"subject": "x"}' '{"subject": 1, "trial": {"parts": []}}' \
    '{"subject": "x", "trial": {"parts": [[0, NaN]]}}' '{"subject": "x", "trial": {"parts": [[true]]}}'; do
    printf %s "$text" >corpus/bad.json
    gate --corpus corpus
    refuses 'corpus/bad.json'
  done
  rm corpus/bad.json
  mkdir corpus/folder.json
  gate --corpus corpus
  refuses 'corpus/folder.json'
}

a_corpus_that_is_a_file_is_refused() {
  echo '{}' >file
  gate --corpus file
  refuses 'file: '
  [ "$(cat file)" = '{}' ] || fail 'should leave the file alone'
}

a_corpus_gets_what_was_found_and_stays_the_same() {
  gate $quick --corpus new/corpus
  exits 0
  [ -f "$(ls new/corpus/average-of-variances-*.json)" ] || fail 'should record the counterexample'
  ls -A new/corpus >before
  gate $quick --corpus new/corpus
  exits 0
  ls -A new/corpus | cmp -s before - || fail 'should record nothing twice'
}

a_stale_entry_is_told() {
  mkdir corpus
  echo '{"subject": "average-of-variances", "trial": {"parts": [[0]]}}' >corpus/fixed.json
  gate $quick --corpus corpus
  exits 0
  says 'fixed.json (average-of-variances)'
}

a_bad_destination_is_told_before_the_run() {
  mkdir folder
  gate --output folder
  refuses 'folder: '
  gate --output nowhere/report
  refuses 'nowhere/report: '
  gate --output ''
  refuses 'cannot be written'
}

a_file_gets_what_standard_output_would() {
  gate $quick --format json
  grep -v '^  "seconds"' out >printed
  gate $quick --format json --output report.json
  exits 0
  [ ! -s out ] || fail 'should print nothing'
  grep -v '^  "seconds"' report.json | cmp -s printed - || fail 'should write the same'
}

a_refused_corpus_leaves_the_report_as_it_was() {
  echo before >report
  mkdir corpus
  echo '{' >corpus/bad.json
  gate --corpus corpus --output report
  refuses 'bad.json'
  [ "$(cat report)" = before ] || fail 'should leave the report alone'
  [ "$(ls)" = "$(printf 'corpus\nerr\nout\nreport')" ] || fail 'should leave no other file'
}

a_full_disk_is_told() {
  [ -w /dev/full ] || exit 77  # skipped
  gate $quick --output /dev/full
  refuses 'No space left on device'
  "$SHARDPROOF" gate $quick >/dev/full 2>err
  code=$?
  refuses 'No space left on device'
}

a_closed_standard_output_is_told() {
  : >out
  "$SHARDPROOF" gate >&- 2>err
  code=$?
  refuses 'Bad file descriptor'
}

a_reader_that_has_had_enough_is_no_error() {
  { "$SHARDPROOF" gate $quick 2>err; echo $? >code; } | :
  code=$(cat code)
  : >out
  exits 0
  silent
}

no_colours_and_no_progress_where_there_is_no_terminal() {
  gate $quick
  exits 0
  silent
  ! grep -q "$(printf '\033')" out || fail 'should have no colours'
}

"$fact"
