#!/bin/sh
# Runs random trees of stores (RandomTreeTests) with one seed after another: under the address sanitizer in debug, and
# in release without exclusivity checks. LADDER_TREE_MINUTES sets the minutes of each part, 60 by default. LADDER_SEED
# sets the first seed.
set -eu
cd "$(dirname "$0")/../.."

minutes=${LADDER_TREE_MINUTES:-60}
first=${LADDER_SEED:-1}
# The number of seeds of one run, as in RandomTreeTests.
count=10

# Repeats a command that runs the test, with other seeds each time, until the time is over.
repeat() {
  seed=$first
  end=$(($(date +%s) + minutes * 60))
  while [ "$(date +%s)" -lt "$end" ]; do
    export LADDER_SEED="$seed"
    "$@" --filter RandomTreeTests
    seed=$((seed + count))
  done
  echo "tree: seeds $first to $((seed - 1))"
}

release() {
  swift "$@" -c release --scratch-path .build/unchecked \
    -Xswiftc -enforce-exclusivity=unchecked -Xswiftc -enable-testing
}

sanitizer=address scratch=.build/asan
. scripts/sanitized-tests.sh
export LADDER_TESTS=torture
export ASAN_OPTIONS="$options:detect_leaks=0"
# In a subshell, because `sanitized_tests` exits.
sanitized_run() { (sanitized_tests "$@"); }
repeat sanitized_run
unset ASAN_OPTIONS

release build --build-tests
unchecked_run() { release test --skip-build "$@"; }
repeat unchecked_run
