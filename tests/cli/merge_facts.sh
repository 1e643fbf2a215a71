#!/bin/sh
# Facts about `shardproof merge`, each a function below.
#
#   merge_facts.sh FACT
#
# The program's path is in $SHARDPROOF. Runs in a directory of its own and fails with what the program did instead.
set -u

fact=$1
. "$(dirname "$0")/facts.sh"

# asked INPUT [WORD...]: asks `merge` on standard input; leaves $code and the files out and err.
asked() {
  input=$1
  shift
  printf "$input" | "$SHARDPROOF" merge "$@" >out 2>err
  code=$?
}

answers() { # answers TEXT: exit 0, exactly these answers, silence otherwise
  [ "$code" -eq 0 ] || fail "should exit with 0"
  [ "$(cat out)" = "$(printf "$1")" ] || fail "should answer $1"
  [ ! -s err ] || fail "should be silent on standard error"
}

refuses() { # refuses MESSAGE [ANSWERS]: exit 2, this message on one line, and only the answers to what came before
  [ "$code" -eq 2 ] || fail "should exit with 2"
  [ "$(cat err)" = "shardproof: $1" ] || fail "should say: $1"
  [ "$(cat out)" = "$(printf "${2:-}")" ] || fail "should answer ${2:-nothing}"
}

# ── Answers ──────────────────────────────────────────────────────────────────────────────────────────────────────────

every_line_gets_a_line_back() {
  asked '[[1,0,0],[2,7,29]]\n[[16384,0,2]]\n[[1,5,25]]\n'
  answers '4.222222222222\n0.000122070312\n0.0'
}

no_observations_have_no_variance() {
  asked '[]\n[[0,99,999]]\n'
  answers 'null\nnull'
}

integers_of_any_size_are_exact() {
  # One bit in the 31st digit: 10^30 and 10^30 + 1, variance 1/4.
  asked '[[1,1000000000000000000000000000000,1000000000000000000000000000000000000000000000000000000000000],[1,1000000000000000000000000000001,1000000000000000000000000000002000000000000000000000000000001]]\n'
  answers '0.25'
}

blank_lines_carriage_returns_and_a_byte_order_mark_do_not_matter() {
  asked '\357\273\277[[1,0,0],[2,7,29]]\r\n\r\n \t\n[[1,5,25]]\r\n'
  answers '4.222222222222\n0.0'
}

the_last_line_needs_no_line_feed() {
  asked '[[1,0,0],[2,7,29]]'
  answers '4.222222222222'
}

one_question_may_take_several_lines() {
  asked '\n[[1, 0, 0],\r\n [2, 7, 29]\n]\n\n'
  answers '4.222222222222'
}

with_rows_every_line_is_a_worker_of_one_question() {
  asked '[1,0,0]\n\n[0,99,999]\r\n[2,7,29]' --rows
  answers '4.222222222222'
}

a_file_is_read_as_standard_input_is() {
  echo '[[1,0,0],[2,7,29]]' >list # a name that is also a command
  called merge list
  answers '4.222222222222'
  "$SHARDPROOF" merge - <list >out 2>err
  code=$?
  answers '4.222222222222'
}

a_line_may_be_megabytes_long() {
  { printf '[[1,1,1]'; yes ',[1,1,1]' | head -n 300000 | tr -d '\n'; echo ']'; } >long.json
  called merge long.json
  answers '0.0'
}

an_answer_comes_before_the_next_question_is_asked() {
  mkfifo to from
  "$SHARDPROOF" merge <to >from 2>err &
  exec 3>to 4<from
  : >out
  code=-
  for value in 1 2 3; do
    echo "[[1,$value,$((value * value))]]" >&3
    # Without a flush this waits until the test's deadline.
    read -r answer <&4
    [ "$answer" = 0.0 ] || fail "should answer 0.0, not $answer"
  done
  exec 3>&- 4<&-
  wait $!
}

# ── Refusals: the file, the line, the worker and the rule ────────────────────────────────────────────────────────────

a_bad_line_is_named_after_the_answers_before_it() {
  printf '[[1,0,0],[2,7,29]]\n\n[[1,0,0],[1,1,1],[-1,0,0]]\n[[1,5,25]]\n' >questions.json
  called merge questions.json
  refuses 'questions.json: line 3: worker 2: count -1 is negative' '4.222222222222'
}

a_fractional_count_is_refused() {
  asked '[[2.5,0,0]]\n'
  refuses 'standard input: line 1: worker 0: count 2.5 is not a whole number'
}

nan_is_refused() {
  asked '[[1,0,0]]\n[[1,NaN,0]]\n'
  refuses 'standard input: line 2, column 5: NaN and infinity are no numbers here' '0.0'
  asked '[[1,0,"Infinity"]]\n'
  refuses 'standard input: line 1: worker 0: sumsq: Infinity is not finite'
}

a_number_above_the_largest_double_is_refused() {
  asked '[[1,1e400,0]]\n'
  refuses 'standard input: line 1, column 5: 1e400 is above the largest double'
}

an_impossible_triple_is_refused_and_not_clamped() {
  asked '[[3,6,14],[2,7,3]]\n'
  [ "$code" -eq 2 ] || fail 'should exit with 2'
  grep -q '^shardproof: standard input: line 1: worker 1: \[2, 7, 3\] has variance -10.75, below zero' err || fail 'should name the worker and its variance'
  asked '[3,6,14]\n[2,7,3]\n' --rows
  [ "$code" -eq 2 ] || fail 'should exit with 2'
  grep -q '^shardproof: standard input: line 2: \[2, 7, 3\] has variance -10.75, below zero' err || fail 'should name the row and its variance'
}

an_answer_above_the_largest_double_is_refused() {
  asked "[[1,0,0],[1,1$(head -c 200 /dev/zero | tr '\0' 0),1$(head -c 400 /dev/zero | tr '\0' 0)]]\n"
  [ "$code" -eq 2 ] || fail 'should exit with 2'
  grep -q '^shardproof: standard input: line 1: .*above the largest double' err || fail 'should say why'
}

what_is_no_json_is_refused_with_its_line_and_column() {
  asked '[[1,0,0]]\n[[1,0,0]\n'
  refuses 'standard input: line 2, column 9: the text ends before the JSON does' '0.0'
  asked '[[1,0,0]]\n[[1,0,0}]\n'
  refuses "standard input: line 2, column 8: not JSON: unexpected '}'; expected ']'" '0.0'
  asked '[[1,0,0],\n[2,7,29]]\n[[1,0,0]]\n'
  refuses "standard input: line 3, column 1: not JSON: unexpected '['; expected end of input"
}

what_is_not_utf8_is_refused() {
  asked '["\377"]\n'
  refuses 'standard input: line 1, column 3: not JSON: invalid string: ill-formed UTF-8 byte'
}

another_shape_is_refused_with_what_it_is() {
  asked '{"workers":[]}\n'
  refuses 'standard input: line 1: a question is an array of workers, [[count, sum, sumsq], …]; this is an object'
  asked '[[1,0,0],[1,0]]\n'
  refuses 'standard input: line 1: worker 1: a worker is an array [count, sum, sumsq]; this is an array of 2'
  asked '[1,0,0]\n[[1,0,0]]\n' --rows
  refuses 'standard input: line 2: a worker is an array [count, sum, sumsq]; this is an array of 1'
}

an_input_without_a_question_is_refused() {
  : >empty.json
  called merge empty.json
  refuses 'empty.json: holds no question'
  asked '\n \n'
  refuses 'standard input: holds no question'
  asked '' --rows
  refuses 'standard input: holds no row'
}

an_input_that_cannot_be_read_is_refused() {
  called merge nowhere.json
  refuses 'nowhere.json: cannot be read: No such file or directory'
  mkdir folder
  called merge folder
  refuses 'folder: cannot be read: Is a directory'
  "$SHARDPROOF" merge <folder >out 2>err
  code=$?
  refuses 'standard input: cannot be read: Is a directory'
  "$SHARDPROOF" merge <&- >out 2>err
  code=$?
  refuses 'standard input: cannot be read: Bad file descriptor'
}

# ── Destinations ─────────────────────────────────────────────────────────────────────────────────────────────────────

a_full_disk_is_told() {
  [ -w /dev/full ] || exit 77  # skipped
  : >out
  echo '[[1,0,0]]' | "$SHARDPROOF" merge >/dev/full 2>err
  code=$?
  refuses 'standard output: cannot be written: No space left on device'
  echo '[1,0,0]' | "$SHARDPROOF" merge --rows >/dev/full 2>err
  code=$?
  refuses 'standard output: cannot be written: No space left on device'
  "$SHARDPROOF" --help >/dev/full 2>err
  code=$?
  refuses 'standard output: cannot be written: No space left on device'
}

a_closed_standard_output_is_told() {
  : >out
  echo '[[1,0,0]]' | "$SHARDPROOF" merge >&- 2>err
  code=$?
  refuses 'standard output: cannot be written: Bad file descriptor'
}

a_reader_that_has_had_enough_is_no_error() {
  yes '[[1,0,0],[2,7,29]]' | { "$SHARDPROOF" merge 2>err; echo $? >code; } | head -n 1 >out
  code=$(cat code)
  answers '4.222222222222'
}

# ── Words ────────────────────────────────────────────────────────────────────────────────────────────────────────────

refuses_words() { # refuses_words MESSAGE: exit 2, nothing on standard output, the message and where to look
  [ "$code" -eq 2 ] || fail 'should exit with 2'
  [ ! -s out ] || fail 'should print nothing'
  [ "$(cat err)" = "$(printf '%s\n' "shardproof: $1" 'shardproof: see `shardproof --help`')" ] || fail "should say: $1"
}

a_word_that_makes_no_sense_is_named() {
  called merge --nope
  refuses_words 'The following argument was not expected: --nope'
  called merge one.json two.json
  refuses_words 'The following argument was not expected: two.json'
  called mereg
  refuses_words 'there is no command "mereg"; known: gate, hunt, check-subject, fixtures, replay, explain, merge, list'
  called
  refuses_words 'there is no command'
}

help_goes_to_standard_output() {
  called merge --help
  [ "$code" -eq 0 ] || fail 'should exit with 0'
  grep -q -- '--rows' out || fail 'should name the options'
  [ ! -s err ] || fail 'should be silent on standard error'
}

the_example_in_the_help_is_true() {
  called merge --help
  sed -n 's/^  \$ \(.*\)/\1/p' out >example
  [ "$(wc -l <example)" -eq 1 ] || fail 'should have one example'
  sed -n '/^  \$ /{n;s/^  //;p;}' out >promised
  (PATH=$(dirname "$SHARDPROOF"):$PATH && . ./example) >given
  cmp -s promised given || fail "should print $(cat promised), not $(cat given)"
}

"$fact"
