# What the facts about the program share; sourced with $fact, the fact's name, set. Goes to a directory of its own.
#
# A fact calls the program in a way that leaves $code and the files out and err; then it says what it expects.

cd "$(mktemp -d "$PWD/facts.XXXXXX")" || exit 1
trap 'rm -rf "$PWD"' EXIT

fail() {
  printf '%s: %s\n' "$fact" "$1" >&2
  printf 'exit %s\nstdout: %s\nstderr: %s\n' "$code" "$(head -c 4000 out)" "$(head -c 4000 err)" >&2
  exit 1
}

# called WORD...: calls the program without input.
called() {
  "$SHARDPROOF" "$@" >out 2>err </dev/null
  code=$?
}

exits() { [ "$code" -eq "$1" ] || fail "should exit with $1"; }

says() { grep -qF -e "$1" out || fail "should say: $1"; }

silent() { [ ! -s err ] || fail 'should be silent on standard error'; }

# refuses TEXT: exit 2, a message with this in it, nothing on standard output.
refuses() {
  exits 2
  grep -q '^shardproof: ' err || fail 'should say who speaks'
  grep -qF -e "$1" err || fail "should say: $1"
  [ ! -s out ] || fail 'should print nothing'
}
