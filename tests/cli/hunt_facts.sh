#!/bin/sh
# Facts about `shardproof hunt`, `check-subject` and `replay --subject`, each a function below.
#
#   hunt_facts.sh FACT [ARGUMENT...]
#
# The program's path is in $SHARDPROOF, the top folder in $SHARDPROOF_SOURCE_DIR. Runs in a directory of its own and fails
# with what the program did instead. What it caches goes to a folder beside that, which all facts share.
set -u

fact=$1
shift
XDG_CACHE_HOME=$(cd .. && pwd)/cache
export XDG_CACHE_HOME
. "$(dirname "$0")/facts.sh"

subjects=$SHARDPROOF_SOURCE_DIR/fixtures/subjects
faux="${PYTHON:-python3} $subjects/faux.py"

# hunt [WORD...]: a short hunt; leaves $code and the files out and err.
hunt() { called hunt --trials 200 --small-step 64 "$@"; }

# found SMALLEST NAME: the verdict on a wrong merge.
found() {
  exits 1
  says 'BROKEN'
  says "  parts          $1"
  says "  named          $2"
}

# ── Verdicts ─────────────────────────────────────────────────────────────────────────────────────────────────────────

# FILE NAME: a merge that averages variances.
finds_the_smallest_counterexample_and_names_the_mistake() {
  called hunt --corpus none "$subjects/$1"
  found '[0] | [1]' "$2"
  says '  as triples     [[1,0,0], [1,1,1]]'
  says '  oracle says    1/4, by contract 0.25'
  says '  subject says   0.0'
  says 'the smallest there is'
}

# FILE
lets_a_right_merge_pass() {
  hunt --corpus none "$subjects/$1"
  exits 0
  says 'HOLDS'
  silent
}

# FILE
calls_the_naive_repair_a_right_formula_that_cancels() {
  hunt --corpus none "$subjects/$1"
  exits 1
  says 'a right formula that loses digits without bound'
  says '  rung           offset'
  says '  class     slope'
  says '  textbook'
}

runs_a_template_in_exact_rationals() {
  hunt --corpus none "$subjects/cpp/naive_double.hpp"
  says '  in rationals   the same formula, run exactly, is right on'
  # A formula that is wrong is wrong in rationals, too.
  cat >wrong.hpp <<'CPP'
#include <array>
#include <vector>

template <class Number>
Number merge(const std::vector<std::array<Number, 3>>& summaries) {
  Number total = 0;
  Number workers = 0;
  for (const auto& [count, sum, sumsq] : summaries) {
    if (count == 0) continue;
    total += sumsq / count - (sum / count) * (sum / count);
    workers += 1;
  }
  return workers == 0 ? Number(0) : Number(total / workers);
}
CPP
  hunt --corpus none wrong.hpp
  exits 1
  says '  in rationals   the same formula, run exactly, is wrong, too'
}

hunts_a_shared_library() {
  "${CC:-cc}" -shared -fPIC -I "$SHARDPROOF_SOURCE_DIR/src" -o merge.so "$subjects/c/average_of_variances.c"
  hunt --corpus none merge.so
  found '[0] | [1]' average-of-variances
}

a_file_that_does_not_compile_is_told_where() {
  printf '#include <vector>\ndouble merge(const std::vector<Triple>& w) { return 0; }\n' >merge.cpp
  called hunt merge.cpp
  exits 2
  grep -q 'merge.cpp:2:' err || fail 'should name the line'
  grep -q 'does not compile' err || fail 'should say what is wrong'
}

tells_the_last_bits_apart_from_the_formula() {
  cat >nearest.py <<'PY'
from fractions import Fraction


def merge(summaries):
    n = sum(c for c, s, q in summaries)
    if n == 0:
        return None
    s = sum(Fraction(s) for c, s, q in summaries if c)
    q = sum(Fraction(q) for c, s, q in summaries if c)
    return q / n - (s / n) ** 2  # exact, and not rounded to 12 decimals
PY
  hunt --corpus none nearest.py
  exits 0
  says "  last bits      others than the contract's on"
  hunt --corpus none --expect contract nearest.py
  exits 1
  says 'IMPRECISE'
  hunt --corpus none --expect exact nearest.py
  exits 0
}

says_what_was_tried_and_what_was_skipped() {
  hunt --corpus none "$subjects/python/exact_fractions.py"
  says '  nonfinite  skipped'
  says 'an empty worker first'
  says 'with a chance of at most 2^-266'
  says '  seed           1'
}

a_state_is_hunted_like_a_merge() {
  hunt --corpus none "$subjects/python/welford_merge_drops_between.py"
  exits 1
  says '  named          between-term-dropped'
}

# ── Keeping it ───────────────────────────────────────────────────────────────────────────────────────────────────────

keeps_what_it_finds_beside_the_subject_and_replays_it() {
  cp "$subjects/python/average_of_variances.py" merge.py
  hunt merge.py
  exits 1
  file=$(ls .shardproof/*.json) || fail 'should record the counterexample'
  grep -q '"trial": {"parts": \[\[0\], \[1\]\]}' "$file" || fail 'should record the smallest'
  called replay --expect float64 --subject merge.py "$file"
  exits 1
  says 'broken'
  cp "$subjects/python/exact_fractions.py" merge.py
  called replay --expect float64 --subject merge.py "$file"
  exits 0
  hunt merge.py
  exits 0
  says "  fixed          ${file#.shardproof/} fails no more; it stays, against a relapse"
  [ -e "$file" ] || fail 'should keep it'
}

a_corpus_that_cannot_be_written_is_refused_before_the_run() {
  touch file
  called hunt --corpus file/corpus "$subjects/python/average_of_variances.py"
  refuses 'cannot be written'
}

# The folder beside the subject is nobody's wish: without it there is a verdict all the same.
a_subject_in_a_folder_that_cannot_be_written_gets_its_verdict() {
  [ "$(id -u)" -ne 0 ] || exit 77 # root may write anywhere
  mkdir locked
  cp "$subjects/python/average_of_variances.py" locked/merge.py
  chmod a-w locked
  hunt locked/merge.py
  chmod u+w locked
  exits 1
  says 'BROKEN'
  grep -q 'cannot be written' err || fail 'should say that nothing is kept'
}

prints_a_line_that_replays() {
  hunt --corpus none -- ${PYTHON:-python3} "$subjects/faux.py" nan
  exits 1
  # What stands behind "replay", its folded lines joined.
  line=$(sed -n '/^  replay  /,/^[^ ]/p' out | sed -e '/^[^ ]/d' -e '/^$/d' -e 's/^  replay *//' -e 's/^  *//' | tr '\n' ' ')
  line=$(printf '%s' "$line" | sed "s|shardproof replay|'$SHARDPROOF' replay|")
  sh -c "$line" >replayed 2>&1
  code=$?
  cat replayed >>out
  exits 1
}

# LANGUAGE FILE: the printed test fails with the merge that it was printed for.
prints_a_regression_test_that_fails() {
  cp "$subjects/$2" "merge.${2##*.}"
  hunt --corpus none "merge.${2##*.}"
  exits 1
  sed -n '/^a regression test, to paste/,$p' out | tail -n +3 >pasted
  [ -s pasted ] || fail 'should print a test'
  case $1 in
    python)
      printf '\n\ntest_variance_across_shards()\n' >>pasted
      ! ${PYTHON:-python3} pasted >failure 2>&1 || fail 'the test should fail'
      grep -q AssertionError failure || fail "the test should fail by its assertion: $(cat failure)"
      ;;
    javascript)
      cp pasted pasted.mjs
      ! node --test pasted.mjs >failure 2>&1 || fail 'the test should fail'
      grep -q ERR_ASSERTION failure || fail "the test should fail by its assertion: $(cat failure)"
      ;;
  esac
}

a_baseline_fails_a_merge_that_got_worse() {
  cp "$subjects/python/exact_fractions.py" merge.py
  hunt --corpus none --baseline baseline.json merge.py
  exits 0
  hunt --corpus none --baseline baseline.json merge.py
  exits 0
  # Off by the last bits, well within the bound.
  sed 's/return round(\(.*\), 12)/return \1/' "$subjects/python/exact_fractions.py" >merge.py
  ! cmp -s merge.py "$subjects/python/exact_fractions.py" || fail 'the plant did not take'
  hunt --corpus none --baseline baseline.json merge.py
  exits 1
  says 'WORSE'
}

json_has_the_conclusion_and_the_names() {
  hunt --corpus none --format json "$subjects/python/average_of_variances.py"
  exits 1
  ${PYTHON:-python3} - <<'PY' || fail 'should be that JSON'
import json
report = json.load(open("out"))
assert report["report"] == "hunt" and report["conclusion"] == "broken", report["conclusion"]
assert report["diagnosis"] == ["average-of-variances"], report["diagnosis"]
assert report["subject"]["broken"]["trial"] == {"parts": [[0], [1]]}
PY
}

# EXIT RUNGS WORD...: a program in fixtures/subjects/real.
a_real_system_gets_its_verdict() {
  verdict=$1 rungs=$2
  shift 2
  cd "$subjects/real" || exit 1
  out=$OLDPWD/out err=$OLDPWD/err
  "$SHARDPROOF" hunt --corpus none --trials 60 --small-step 1024 --jobs 1 --rungs "$rungs" -- "$@" >"$out" 2>"$err" </dev/null
  code=$?
  cd "$OLDPWD" || exit 1
  exits "$verdict"
}

# ── Subjects that misbehave ──────────────────────────────────────────────────────────────────────────────────────────

# MODE EXIT TEXT: what `faux.py MODE` does, and what is said of it.
tells_how_a_subject_misbehaves() {
  case $1 in
    hang | hang-on | ignores-sigterm | closes-stdin | fork-and-exit | no-newline | never-flushes)
      timeout=1 ;; # it will be waited for, several times
    *) timeout=10 ;;
  esac
  hunt --corpus none --timeout $timeout -- $faux "$1"
  exits "$2"
  tr -s ' \n' ' ' <out >joined
  cat err >>joined
  grep -qF -e "$3" joined || fail "should say: $3"
}

a_crash_is_shrunk_like_any_other_failure() {
  hunt --corpus none -- $faux crash-on
  exits 3
  says '  parts          [] | [] | [0]'
}

memory_stays_bounded_under_a_flood() {
  (
    ulimit -v 1000000 # kB; far above what is needed, far below an endless line
    "$SHARDPROOF" hunt --corpus none --timeout 20 -- $faux flood >out 2>err </dev/null
  )
  code=$?
  exits 3
  tr -s ' \n' ' ' <out >joined
  grep -qF 'wrote more than 4 MiB without a line feed' joined || fail 'should say what it wrote'
}

# SIGNAL
nothing_outlives_an_interrupted_hunt() {
  marker=shardproof-orphan-$$
  cat >subject.sh <<'SH'
echo $$ >>started
setsid sh -c 'echo $$ >>started; exec sleep 1000' &
while read -r line; do
  case $line in
    *hello*) echo '{"seq":1,"name":"x","interface":"merge","numbers":"int64"}' ;;
    *) sleep 1000 ;;
  esac
done
SH
  # A shell starts what it puts in the background deaf to SIGINT.
  env --default-signal=INT "$SHARDPROOF" hunt --corpus none --timeout 100 -- sh subject.sh >out 2>err </dev/null &
  harness=$!
  tries=0
  while [ "$(wc -l <started 2>/dev/null || echo 0)" -lt 2 ]; do
    tries=$((tries + 1))
    [ $tries -lt 200 ] || { code=none; fail 'the subject should start'; }
    sleep 0.05
  done
  kill -"$1" $harness
  wait $harness
  code=$?
  tries=0
  for id in $(cat started); do
    while kill -0 "$id" 2>/dev/null; do
      tries=$((tries + 1))
      [ $tries -lt 200 ] || fail "process $id should be gone"
      sleep 0.05
    done
  done
}

# ── Words and files ──────────────────────────────────────────────────────────────────────────────────────────────────

a_missing_file_is_refused() {
  called hunt nowhere.py
  refuses 'nowhere.py: there is no such file'
}

an_unknown_ending_is_refused_with_those_there_are() {
  touch merge.cobol
  called hunt merge.cobol
  refuses 'a file with the ending ".cobol" cannot be hunted (known: .py, .mjs'
}

a_missing_program_is_refused() {
  called hunt -- /no/such/program
  refuses 'cannot be started: No such file or directory'
}

without_a_subject_it_says_how_to_name_one() {
  called hunt
  refuses 'there is no subject; name a file, or a command behind --'
}

a_file_without_a_merge_is_told_what_it_needs() {
  echo 'def average(x): return x' >merge.py
  called hunt merge.py
  exits 3
  grep -q 'merge(summaries)' err || fail 'should say what it looks for'
}

a_file_that_does_not_parse_is_told_where() {
  printf 'def merge(summaries):\n  return (\n' >merge.py
  called hunt merge.py
  exits 3
  grep -q 'line 2' err || fail 'should name the line'
}

check_subject_shows_the_conversation() {
  called check-subject "$subjects/python/average_of_variances.py"
  exits 0
  says '> {"seq":1,"op":"hello","protocol":1}'
  says '> {"seq":2,"op":"merge","trials":[[[1,0,0],[1,2,4]]]}'
  says '[0] | [2]: oracle says 1.0, subject says 0.0   (differs)'
}

check_subject_shows_how_far_a_broken_conversation_came() {
  called check-subject --timeout 2 -- $faux not-json
  exits 3
  says '> {"seq":2,"op":"merge"'
  grep -q 'does not read as JSON' err || fail 'should say what was wrong'
}

"$fact" "$@"
