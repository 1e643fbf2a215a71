#!/bin/sh
# Facts about `shardproof fixtures`, each a function below.
#
#   fixtures_facts.sh FACT
#
# The program's path is in $SHARDPROOF. Runs in a directory of its own and fails with what the program did instead.
set -u

fact=$1
. "$(dirname "$0")/facts.sh"

# fixtures [WORD...]: leaves $code and the files out and err.
fixtures() {
  "$SHARDPROOF" fixtures "$@" >out 2>err </dev/null
  code=$?
}

prints_tables() {
  [ "$code" -eq 0 ] || fail 'should exit with 0'
  [ ! -s err ] || fail 'should be silent on standard error'
  [ "$(grep -c '^  Boundary fixture ' out)" -eq 3 ] || fail 'should print three tables'
  [ "$(grep -c ' Failed$' out)" -eq 4 ] || fail 'two fixtures should fail in each of two programs'
  [ "$(grep -c ' Passed$' out)" -eq 14 ] || fail 'all other fixtures should pass'
}

# ── The tables ───────────────────────────────────────────────────────────────────────────────────────────────────────

without_words_it_is_the_published_case() {
  fixtures
  prints_tables
  grep -q '^FA-99321 case 01: ' out || fail 'should name the case'
  grep -q '^scale N = 1$' out || fail 'should name the scale'
}

text_is_the_format_unless_asked_for_another() {
  fixtures --scale 7
  prints_tables
  cp out default
  fixtures --scale 7 --format text --output -
  cmp -s default out || fail 'should print the same'
}

json_is_a_line_a_program() {
  fixtures --format json
  [ "$code" -eq 0 ] || fail 'should exit with 0'
  [ "$(wc -l <out)" -eq 3 ] || fail 'should print three lines'
  [ "$(grep -c '"passed": false}$' out)" -eq 2 ] || fail 'two programs should fail'
  [ "$(sed -n 3p out | grep -c '"passed": true}$')" -eq 1 ] || fail 'the repair should pass'
}

a_scale_may_have_a_hundred_digits() {
  fixtures --scale "1$(printf '%0100d' 0)"
  prints_tables
}

a_scale_may_have_leading_zeros() {
  fixtures --scale 016
  prints_tables
  grep -q '^scale N = 16$' out || fail 'should read decimal digits'
}

# ── What is refused ──────────────────────────────────────────────────────────────────────────────────────────────────

a_scale_below_1_is_refused() {
  for scale in 0 000 -1; do
    fixtures --scale "$scale"
    refuses "$scale"
  done
}

a_scale_that_is_no_whole_number_is_refused() {
  for scale in abc 1.5 1e3 0x10 +1 ' 1' ''; do
    fixtures --scale "$scale"
    refuses "$scale"
  done
}

a_scale_beyond_pythons_floats_is_refused_with_the_largest() {
  largest=2681561585988519271058234263900878040994357308655150039918961619981614060365516603165448654009485988334079185458518983326586351599076073201400316260935270
  fixtures --scale "$largest"
  prints_tables
  fixtures --scale "${largest%0}1"
  refuses "$largest"
  fixtures --scale "1$(printf '%0400d' 0)"
  refuses "$largest"
}

an_unknown_format_is_refused_with_those_there_are() {
  fixtures --format yaml
  refuses yaml
  refuses 'text, json'
}

a_word_too_many_is_refused() {
  fixtures 7
  refuses 7
}

# ── Destinations ─────────────────────────────────────────────────────────────────────────────────────────────────────

a_file_gets_what_standard_output_would() {
  fixtures --format json
  cp out printed
  fixtures --format json --output "a file.json"
  [ "$code" -eq 0 ] || fail 'should exit with 0'
  [ ! -s out ] || fail 'should print nothing'
  cmp -s printed "a file.json" || fail 'should write the same'
}

a_refused_scale_leaves_the_file_as_it_was() {
  echo before >file
  fixtures --scale "1$(printf '%0400d' 0)" --output file
  refuses 'largest scale'
  [ "$(cat file)" = before ] || fail 'should leave the file alone'
  [ "$(ls)" = "$(printf 'err\nfile\nout')" ] || fail 'should leave no other file'
}

a_directory_is_no_destination() {
  mkdir folder
  fixtures --output folder
  refuses 'folder: '
  [ -z "$(ls -A folder)" ] || fail 'should leave nothing behind'
}

a_full_disk_is_told() {
  [ -w /dev/full ] || exit 77  # skipped
  fixtures --output /dev/full
  refuses 'No space left on device'
  : >out
  "$SHARDPROOF" fixtures >/dev/full 2>err
  code=$?
  refuses 'No space left on device'
}

a_closed_standard_output_is_told() {
  : >out
  "$SHARDPROOF" fixtures >&- 2>err
  code=$?
  refuses 'Bad file descriptor'
}

a_reader_that_has_had_enough_is_no_error() {
  { "$SHARDPROOF" fixtures 2>err; echo $? >code; } | :
  code=$(cat code)
  : >out
  [ "$code" -eq 0 ] || fail 'should exit with 0'
  [ ! -s err ] || fail 'should be silent'
}

"$fact"
