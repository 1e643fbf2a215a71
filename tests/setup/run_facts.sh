#!/bin/sh
# Facts about ./run, each held on a copy of it in a scratch folder, with a PATH of fakes: nothing is ever installed or built.
#
#   run_facts.sh RUN FACT
#
# The fakes keep their state in files under $state: `installed` (one package a line), `asked` (what was run, a line each).
set -eu

run_under_test=$1
fact=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
state=$scratch/state
house="$scratch/a house"  # with a space, on purpose
bin=$scratch/bin
export state
mkdir "$state" "$house" "$bin"
cp "$run_under_test" "$house/run"
: >"$state/asked"
: >"$state/installed"

for tool in sh dirname cat grep mkdir rmdir rm id env flock nproc sleep touch chmod basename; do
  path=$(command -v "$tool") && ln -s "$path" "$bin/$tool"
done

fake() {
  { echo '#!/bin/sh'; cat; } >"$bin/$1"
  chmod +x "$bin/$1"
}

fake_debian() {
  fake dpkg-query <<'SH'
echo "dpkg-query" >>"$state/asked"
shift 3
for package in "$@"; do
  if grep -qx "$package" "$state/installed"; then printf 'installed:%s ' "$package"; fi
done
SH
  fake apt-get <<'SH'
echo "apt-get $1" >>"$state/asked"
cat >/dev/null  # as badly behaved as a program can be: it reads what was meant for another
if [ "$1" = update ]; then touch "$state/lists"; exit 0; fi
if [ ! -e "$state/lists" ]; then echo 'E: Unable to locate package' >&2; exit 100; fi
cat "$state/stderr" >"$state/said before installing"
echo 'Setting up ...'
for word in "$@"; do
  case $word in -* | *=* | install) ;; *) echo "$word" >>"$state/installed" ;; esac
done
SH
}

fake_tools() {
  fake cmake <<'SH'
echo "cmake $*" >>"$state/asked"
cat >/dev/null
tree="$2/.build/$4"
mkdir -p "$tree"
echo "CMAKE_HOME_DIRECTORY:INTERNAL=$2" >"$tree/CMakeCache.txt"
shift 4
for option in "$@"; do
  option=${option#-D}
  echo "${option%%=*}:BOOL=${option#*=}" >>"$tree/CMakeCache.txt"
done
touch "$tree/build.ninja"
echo '-- Configuring done'
SH
  fake ninja <<'SH'
echo "ninja $3" >>"$state/asked"
cat >/dev/null
mkdir "$state/building" || { touch "$state/two at once"; exit 1; }
[ ! -e "$state/slow" ] || sleep 0.3
rmdir "$state/building"
if [ -e "$state/broken" ]; then echo 'main.cpp:1: error: no such thing'; exit 1; fi
cat >"$2/shardproof" <<'PROGRAM'
#!/bin/sh
for word in "$@"; do echo "word <$word>"; done
echo "in $(pwd)"
while read -r line; do echo "read <$line>"; done
flock -n "$state/../a house/.build/lock" sh -c : || echo 'the lock is still held'
echo 'to stderr' >&2
exit 3
PROGRAM
chmod +x "$2/shardproof"
SH
  fake ctest <<'SH'
echo "ctest $*" >>"$state/asked"
flock -n "$state/../a house/.build/lock" sh -c : || echo 'the lock is still held'
exit 8
SH
  fake c++ <<'SH'
SH
}

everything_is_installed() {
  touch "$state/lists"
  for package in g++ cmake ninja-build libboost1.81-dev librapidcheck-dev nlohmann-json3-dev libcli11-dev libfmt-dev \
    libgtest-dev libgmock-dev python3; do
    echo "$package" >>"$state/installed"
  done
}

# Calls ./run with only the fakes in reach; afterwards $code, $state/stdout and $state/stderr say what happened.
call() {
  code=0
  PATH=$bin "$bin/sh" "$house/run" "$@" >"$state/stdout" 2>"$state/stderr" <"${stdin:-/dev/null}" || code=$?
}

fail() {
  echo "does not hold: $*"
  echo "--- exit code ${code-}, stdout:"
  cat "$state/stdout" || true
  echo '--- stderr:'
  cat "$state/stderr" || true
  echo '--- was run:'
  cat "$state/asked"
  exit 1
}

exits_with() { [ "$code" -eq "$1" ] || fail "exit code should be $1 is $code"; }
stderr_has() { grep -qF -- "$1" "$state/stderr" || fail "standard error has: $1"; }
stdout_has() { grep -qF -- "$1" "$state/stdout" || fail "standard output has: $1"; }
is_silent() { [ ! -s "$state/$1" ] || fail "$1 is empty"; }
was_run() { grep -q -- "^$1" "$state/asked" || fail "was run: $1"; }
was_not_run() { ! grep -q -- "^$1" "$state/asked" || fail "was not run: $1"; }

case $fact in
  is_plain_posix_shell)
    for shell in sh dash bash; do
      ! command -v $shell >/dev/null || $shell -n "$run_under_test"
    done
    ;;

  help_needs_nothing)
    for word in help --help -h; do
      call $word
      exits_with 0
      stdout_has './run test'
      stdout_has './run -- --help'
      is_silent stderr
    done
    [ ! -e "$house/.build" ] || fail 'nothing was made'
    ;;

  another_system_is_told_what_to_install)
    call merge
    exits_with 2
    is_silent stdout
    for package in g++ cmake ninja-build libboost1.81-dev librapidcheck-dev nlohmann-json3-dev libcli11-dev libfmt-dev; do
      stderr_has $package
    done
    # Once its tools are there it is taken at its word.
    fake_tools
    call merge
    exits_with 3
    ;;

  debian_without_apt_get_is_told_what_is_missing)
    fake_debian
    everything_is_installed
    rm "$bin/apt-get"
    grep -vx ninja-build "$state/installed" >"$state/rest"
    mv "$state/rest" "$state/installed"
    call
    exits_with 2
    is_silent stdout
    stderr_has 'in Debian 12: ninja-build'
    ! grep -q libfmt-dev "$state/stderr" || fail 'only what is missing is named'
    ;;

  without_root_it_takes_sudo)
    fake_debian
    fake_tools
    rm "$bin/id"
    echo 'echo 1000' | fake id
    call
    exits_with 2
    stderr_has 'there is no sudo'
    was_not_run apt-get
    # shellcheck disable=SC2016  # for the fake to expand
    echo 'echo sudo >>"$state/asked"; "$@"' | fake sudo
    call
    exits_with 3
    was_run sudo
    was_run 'apt-get install'
    ;;

  says_what_it_installs_before_it_does)
    fake_debian
    fake_tools
    everything_is_installed
    grep -vx libfmt-dev "$state/installed" >"$state/rest"
    mv "$state/rest" "$state/installed"
    call
    exits_with 3
    grep -q 'installing with apt-get: libfmt-dev *$' "$state/said before installing" || fail 'said it first'
    was_not_run 'apt-get update'
    ! grep -q 'Setting up' "$state/stdout" "$state/stderr" || fail 'apt-get is not heard'
    ;;

  updates_the_package_lists_where_they_are_missing)
    fake_debian
    fake_tools
    call
    exits_with 3
    was_run 'apt-get update'
    ;;

  a_package_that_was_removed_is_noticed)
    fake_debian
    fake_tools
    everything_is_installed
    call
    was_not_run apt-get
    grep -vx libboost1.81-dev "$state/installed" >"$state/rest"
    mv "$state/rest" "$state/installed"
    call
    stderr_has 'installing with apt-get: libboost1.81-dev'
    ;;

  words_streams_and_exit_code_are_the_programs)
    fake_debian
    fake_tools
    printf 'one\ntwo' >"$scratch/question"
    stdin=$scratch/question
    mkdir "$scratch/elsewhere"
    cd "$scratch/elsewhere"
    call merge 'a b' '' '*' --help -- --x
    exits_with 3
    # The set-up above installed, configured and built, and its tools would have eaten standard input.
    printf '%s\n' 'word <merge>' 'word <a b>' 'word <>' 'word <*>' 'word <--help>' 'word <-->' 'word <--x>' \
      "in $(pwd -P)" 'read <one>' >"$scratch/wanted"
    cmp "$scratch/wanted" "$state/stdout" || fail 'standard output is the program alone'
    stderr_has 'to stderr'
    ;;

  without_words_it_is_the_gate)
    fake_debian
    fake_tools
    call
    stdout_has 'word <gate>'
    call -- help
    stdout_has 'word <help>'
    ;;

  a_second_call_is_silent)
    fake_debian
    fake_tools
    everything_is_installed
    call
    stderr_has 'first time'
    : >"$state/asked"
    call
    [ "$(cat "$state/stderr")" = 'to stderr' ] || fail 'nothing but the program is heard'
    was_not_run cmake
    [ "$(grep -c dpkg-query "$state/asked")" -eq 1 ] || fail 'the packages are asked for once'
    ;;

  a_failed_build_shows_why_and_exits_70)
    fake_debian
    fake_tools
    everything_is_installed
    touch "$state/broken"
    call
    exits_with 70
    is_silent stdout
    stderr_has 'error: no such thing'
    ;;

  a_moved_tree_is_built_anew)
    fake_debian
    fake_tools
    everything_is_installed
    call
    mv "$house" "$scratch/moved"
    mkdir "$house"
    mv "$scratch/moved" "$house/inside"
    house=$house/inside
    : >"$state/asked"
    call
    was_run cmake
    ;;

  test_builds_everything_and_hands_words_to_ctest)
    fake_debian
    fake_tools
    everything_is_installed
    call
    call test -R unit
    exits_with 8
    is_silent stdout
    was_run 'ctest --preset release .*-R unit$'
    was_run 'ninja all'
    was_run 'cmake .*-DSHARDPROOF_BUILD_TESTS=ON'
    # The gate afterwards leaves that tree as it is.
    : >"$state/asked"
    call
    was_not_run cmake
    was_run 'ninja shardproof'
    ;;

  two_calls_at_once_wait_for_one_another)
    command -v flock >/dev/null || exit 0
    fake_debian
    fake_tools
    everything_is_installed
    touch "$state/slow"
    PATH=$bin "$bin/sh" "$house/run" >"$scratch/first" 2>&1 </dev/null &
    call
    wait $! || true
    exits_with 3
    grep -q 'word <gate>' "$scratch/first" || fail 'the first call came through'
    [ ! -e "$state/two at once" ] || fail 'one at a time'
    ;;

  *)
    echo "no such fact: $fact"
    exit 1
    ;;
esac
