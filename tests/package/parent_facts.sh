#!/bin/sh
# What shardproof_add_gate registers where shardproof is a subdirectory.
#
#   parent_facts.sh CMAKE CTEST SOURCE BUILD TREE -G GENERATOR [OPTION...]
set -eu
cmake=$1 ctest=$2 source=$3 build=$4 tree=$5
shift 5
CMAKE_GENERATOR=$2 # for every project below: its default need not be installed
export CMAKE_GENERATOR

"$cmake" -S "$source" -B "$build" -DSHARDPROOF_TREE="$tree" "$@" >"$build.log" 2>&1 || {
  cat "$build.log"
  exit 1
}
tests=$("$ctest" --test-dir "$build" -N -V)

# Says what is missing, and goes on.
failures=0
says() {
  printf '%s\n' "$tests" | grep -Fq -- "$1" || {
    echo "no test says: $1"
    failures=1
  }
}
says "\"hunt\" \"--corpus\" \"$source/.shardproof\" \"--expect\" \"contract\" \"--trials\" \"7\" \"$source/CMakeLists.txt\""
says "\"hunt\" \"--corpus\" \"$source/.shardproof\" \"--\" \"$build/answers\" \"--fast\""
says "Could not find executable $build/shardproof/shardproof"  # yet: nothing is built here
[ "$failures" -eq 0 ] || printf '%s\n' "$tests"

# What cannot be meant is refused when it is configured.
refuses() {
  rm -rf "$build/refused"  # what an earlier run found out is not asked again
  mkdir -p "$build/refused"
  cat >"$build/refused/CMakeLists.txt" <<CMAKE
cmake_minimum_required(VERSION 3.25)
project(refused LANGUAGES NONE)
$2
include("$tree/src/shardproof/add_gate.cmake")
shardproof_add_gate($3)
CMAKE
  if said=$("$cmake" -S "$build/refused" -B "$build/refused/build" 2>&1); then
    echo "not refused: shardproof_add_gate($3)"
    failures=1
  fi
  case $(echo $said) in
    *"$1"*) ;;
    *) echo "refused for another reason than \"$1\": $said" && failures=1 ;;
  esac
}
program='add_executable(shardproof::program IMPORTED)'
refuses 'there is no program' '' 'gate SUBJECT merge.py'
refuses 'there is no file' "$program" 'gate SUBJECT no_such_merge.py'
refuses 'SUBJECT and a value' "$program" 'gate TRIALS 3'
refuses 'SUBJECT and a value' "$program" 'gate SUBJECT a b EXPECT'
exit "$failures"
