#!/bin/sh
# Holds the floors of src/README.md: prints one line for each violation, FILE:LINE: RULE: what stands there.
#
#   check.sh ROOT        exits with 1 if there was a violation
#
# Looks at the text of include lines and qualified names, comments removed; knows nothing of macros or generated code.
set -eu

root=$1
violations=$(mktemp)
trap 'rm -f "$violations"' EXIT

# What may stand on the top level. Everything else belongs into one of these.
for entry in $(
  cd "$root"
  if [ -e .git ] && files=$(git ls-files --cached --others --exclude-standard); then
    printf '%s\n' "$files" | cut -d/ -f1 | sort -u
  else
    ls -A
  fi
); do
  case $entry in
    src | props | fixtures | tests | CMakeLists.txt | CMakePresets.json | README.md | LICENSE | run | .*) ;;
    *) echo "$entry:1: top-level: the top level has a fixed list of entries" >>"$violations" ;;
  esac
done

cd "$root/src"
find shardproof -type f \( -name '*.hpp' -o -name '*.cpp' \) | LC_ALL=C sort | while read -r file; do
  awk -v file="$file" '
    BEGIN {
      # room: the rooms it may see. The order is the house, bottom first.
      sees["exact"] = ""
      sees["data"] = "exact"
      sees["aggregate"] = "exact data"
      sees["oracle"] = "exact data"  # never aggregate: they meet only in law
      sees["wire"] = "exact data aggregate"
      sees["subject"] = "exact data aggregate wire"  # never oracle: a variant cannot peek
      sees["law"] = "exact data aggregate oracle wire subject"
      sees["search"] = sees["law"] " law"
      sees["diagnosis"] = sees["search"] " search"
      sees["report"] = sees["diagnosis"] " diagnosis"
      sees["cli"] = sees["report"] " report"

      # A library, as the start of an include and as a name: the one room that may name it.
      owner["boost"] = "exact"
      owner["rapidcheck"] = owner["rc"] = "search"
      owner["CLI"] = "cli"
      owner["nlohmann"] = "wire"
      owner["gtest"] = owner["testing"] = "gtest.hpp"

      split(file, path, "/")
      room = path[2]
      header = file ~ /\.hpp$/
      # The doors for users stand beside the rooms; each belongs to one, and nobody inside goes through those of test suites.
      door["merge.hpp"] = "aggregate"
      door["plugin.h"] = "subject"
      door["rapidcheck.hpp"] = "search"
      door["gtest.hpp"] = "report"
      entrance = room
      if (room in door) room = door[room]
      # Compiled with a stranger\047s file, by his compiler, where there is no house.
      guest = file ~ /^shardproof\/subject\/plugin\/cpp_/
      if (!(room in sees)) complain("room", "no room of this name is in the plan")
    }

    function complain(rule, what) {
      printf "src/%s:%d: %s: %s\n", file, NR, rule, what
    }

    function names(library, what) {
      if (guest && library == "boost") return
      if (room != owner[library] && entrance != owner[library]) {
        complain("library", "only " owner[library] " names " library ": " what)
      } else if (library == "nlohmann" && header) {
        complain("library", "nlohmann stays in .cpp files: " what)
      }
    }

    { sub(/\/\/.*/, "") }

    /^[ \t]*#[ \t]*include[ \t]*"/ {
      split($0, quoted, "\"")
      target = quoted[2]
      if (target !~ /^shardproof\//) {
        complain("include-root", "includes start at the include root, shardproof/: " target)
        next
      }
      split(target, parts, "/")
      if (guest && target !~ /^shardproof\/(plugin\.h|subject\/plugin\/cpp_[a-z_]+\.hpp)$/) {
        complain("guest", "is compiled where there is no house: " target)
        next
      }
      other = parts[2] in door ? door[parts[2]] : parts[2]
      if (parts[2] == "rapidcheck.hpp" || parts[2] == "gtest.hpp") complain("door", "a door for users only: " target)
      if (other == "version.hpp" || other == room) next
      if (index(" " sees[room] " ", " " other " ") == 0) {
        complain("floor", room " does not see " other ": " target)
      }
      next
    }

    /^[ \t]*#[ \t]*include[ \t]*</ {
      split($0, bracketed, /[<>\/]/)
      sub(/\.h$/, "", bracketed[2])  # rapidcheck.h stands beside rapidcheck/
      if (bracketed[2] in owner) names(bracketed[2], "an include")
      if (bracketed[2] == "shardproof") complain("include-root", "ours are included with quotes")
      next
    }

    {
      line = $0
      while (match(line, /[A-Za-z_][A-Za-z_0-9]*::/)) {
        name = substr(line, RSTART, RLENGTH - 2)
        # Only at the start of a qualified name: a::rc::b is not RapidCheck.
        if (name in owner && substr(line, RSTART - 2 > 0 ? RSTART - 2 : 1, RSTART > 2 ? 2 : 0) != "::") {
          names(name, name "::")
        }
        line = substr(line, RSTART + RLENGTH - 2)
        sub(/^::/, "  ", line)
      }
    }' "$file"
done >>"$violations"

if [ -s "$violations" ]; then
  cat "$violations"
  exit 1
fi
