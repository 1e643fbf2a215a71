#!/bin/sh
# Plants one violation of each kind into a small tree and holds that check.sh names the file and the rule.
#
#   bites.sh CHECK
set -eu

check=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0

# A tree without a violation, in $tree.
plant_house() {
  tree=$scratch/house
  rm -rf "$tree"
  mkdir -p "$tree/src/shardproof"
  for room in exact data aggregate oracle wire subject law search diagnosis report cli; do
    mkdir "$tree/src/shardproof/$room"
    echo '#include <vector>' >"$tree/src/shardproof/$room/$room.hpp"
  done
  cat >"$tree/src/shardproof/exact/integer.hpp" <<'CPP'
#include <boost/multiprecision/cpp_int.hpp>
using Integer = boost::multiprecision::cpp_int;  // boost::anything may stand in a comment
CPP
  cat >"$tree/src/shardproof/wire/json.cpp" <<'CPP'
#include <nlohmann/json.hpp>
#include "shardproof/exact/exact.hpp"
CPP
  cat >"$tree/src/shardproof/cli/main.cpp" <<'CPP'
#include <CLI/CLI.hpp>
#include "shardproof/oracle/oracle.hpp"
#include "shardproof/version.hpp"
src::name x;  // nor is this nlohmann::json
CPP
  echo '#include "shardproof/aggregate/aggregate.hpp"' >"$tree/src/shardproof/merge.hpp"
  mkdir "$tree/src/shardproof/subject/plugin"
  cat >"$tree/src/shardproof/subject/plugin/cpp_adapter.hpp" <<'CPP'
#include <boost/multiprecision/cpp_int.hpp>
#include "shardproof/plugin.h"
#include "shardproof/subject/plugin/cpp_state.hpp"
CPP
  cat >"$tree/src/shardproof/gtest.hpp" <<'CPP'
#include <gtest/gtest.h>
#include "shardproof/report/report.hpp"
testing::Test test;
CPP
  cat >"$tree/src/shardproof/rapidcheck.hpp" <<'CPP'
#include <rapidcheck.h>
#include "shardproof/search/search.hpp"
rc::Gen<int> gen();
CPP
}

# bites RULE FILE LINE: with LINE added to FILE, the check fails and its only complaint names FILE and RULE.
bites() {
  plant_house
  mkdir -p "$(dirname "$tree/$2")"
  printf '\n%s\n' "$3" >>"$tree/$2"
  code=0
  said=$("$check" "$tree") || code=$?
  case $code:$said in
    1:"$2:"[0-9]*": $1: "*) [ "$(printf '%s\n' "$said" | wc -l)" -eq 1 ] && return 0 ;;
  esac
  echo "not caught as it should be: rule $1, file $2, line: $3"
  echo "  exit code $code, said: $said"
  failures=$((failures + 1))
}

plant_house
"$check" "$tree" || {
  echo 'a tree without a violation is refused'
  exit 1
}

# Upwards, one for each storey.
bites floor src/shardproof/exact/exact.hpp '#include "shardproof/data/data.hpp"'
bites floor src/shardproof/data/data.hpp '#include "shardproof/aggregate/aggregate.hpp"'
bites floor src/shardproof/data/data.hpp '#include "shardproof/merge.hpp"'
bites floor src/shardproof/wire/json.cpp '#include "shardproof/subject/subject.hpp"'
bites floor src/shardproof/subject/subject.hpp '#include "shardproof/law/law.hpp"'
bites floor src/shardproof/law/law.hpp '#include "shardproof/search/search.hpp"'
bites floor src/shardproof/search/search.hpp '#include "shardproof/diagnosis/diagnosis.hpp"'
bites floor src/shardproof/diagnosis/diagnosis.hpp '#include "shardproof/report/report.hpp"'
bites floor src/shardproof/report/report.hpp '  #  include "shardproof/cli/cli.hpp"'
bites floor src/shardproof/merge.hpp '#include "shardproof/oracle/oracle.hpp"'
bites floor src/shardproof/wire/json.cpp '#include "shardproof/plugin.h"'
bites floor src/shardproof/gtest.hpp '#include "shardproof/cli/cli.hpp"'
bites floor src/shardproof/rapidcheck.hpp '#include "shardproof/report/report.hpp"'
# The doors that do not exist.
bites door src/shardproof/report/report.hpp '#include "shardproof/gtest.hpp"'
bites floor src/shardproof/subject/variants/averaging.cpp '#include "shardproof/oracle/oracle.hpp"'
bites floor src/shardproof/wire/json.cpp '#include "shardproof/oracle/oracle.hpp"'
bites floor src/shardproof/oracle/oracle.hpp '#include "shardproof/aggregate/aggregate.hpp"'
bites floor src/shardproof/aggregate/aggregate.hpp '#include "shardproof/oracle/oracle.hpp"'
# Libraries outside their room.
bites library src/shardproof/data/data.hpp '#include <boost/rational.hpp>'
bites library src/shardproof/law/law.hpp 'boost::multiprecision::cpp_int x;'
bites library src/shardproof/law/law.hpp '#include <rapidcheck.h>'
bites library src/shardproof/law/law.hpp '#include <rapidcheck/Gen.h>'
bites library src/shardproof/diagnosis/diagnosis.hpp 'rc::Gen<int> gen();'
bites library src/shardproof/report/report.hpp '#include <CLI/CLI.hpp>'
bites library src/shardproof/report/report.hpp '#include <gtest/gtest.h>'
bites library src/shardproof/rapidcheck.hpp 'testing::Test test;'
bites library src/shardproof/gtest.hpp 'rc::Gen<int> gen();'
bites library src/shardproof/report/report.hpp '#include <nlohmann/json.hpp>'
bites library src/shardproof/wire/wire.hpp '#include <nlohmann/json_fwd.hpp>'
bites library src/shardproof/wire/wire.hpp 'std::vector<nlohmann::json> values;'
bites library src/shardproof/subject/plugin/host.hpp '#include <boost/rational.hpp>'
# What is compiled with a stranger's file.
bites guest src/shardproof/subject/plugin/cpp_state.hpp '#include "shardproof/exact/exact.hpp"'
bites guest src/shardproof/subject/plugin/cpp_state.hpp '#include "shardproof/subject/plugin/host.hpp"'
# Ways round the rules.
bites include-root src/shardproof/subject/subject.hpp '#include "../oracle/oracle.hpp"'
bites include-root src/shardproof/subject/subject.hpp '#include <shardproof/oracle/oracle.hpp>'
bites room src/shardproof/helpers/helpers.hpp '// a room that nobody planned'
bites top-level scratch.txt 'left over'

[ "$failures" -eq 0 ]
