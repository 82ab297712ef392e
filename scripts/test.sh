#!/bin/sh
# Builds and runs the tests, shows failures and a short summary, and keeps everything else in a log.
#
#   scripts/test.sh test     the standard tests
#   scripts/test.sh check    also all variants, and the examples
#
# Further arguments go to `swift test` (--filter NAME, --no-parallel).
set -u
cd "$(dirname "$0")/.."

size=${1:?"usage: scripts/test.sh test|check [OPTION…]"}
shift
logs=.build/logs
log=$logs/$size.log
mkdir -p "$logs"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'unended_tests; exit 130' INT TERM HUP

isTerminal=0
[ ! -t 1 ] || isTerminal=1

# The manifest's unsafe flags, for Ladder's own builds only.
export LADDER_TUNED=1

# Without debug information the build takes 10 % less time.
flags="-debug-info-format none"

# Runs a command, reports on its output with one of the modes of test-report.awk, and returns the command's status.
# Sets $cpu to the seconds of processor time that the command took.
report() {
  mode=$1
  shift
  start=$(date +%s)
  {
    "$@" 2>&1
    echo $? >"$work/measured"
    times >>"$work/measured"
  } | tee -a "$log" | awk -v mode="$mode" -v isTerminal="$isTerminal" \
    -f scripts/test-report.awk
  # Status; times of the shell; user and system time of its children: 1m2.345s 0m1.234s
  { read -r code && read -r _ && read -r user system; } <"$work/measured"
  seconds=$(($(date +%s) - start))
  cpu=$(echo "$user $system" | tr 'ms' '  ' | awk '{ printf "%d", $1 * 60 + $2 + $3 * 60 + $4 }')
  return "$code"
}

# Prints how many tests an interrupted run had not ended, and some of them: at the end of a run, those that wait forever.
# Only tests with arguments have events of cases, so tests that wait for their turn are included.
unended_tests() {
  awk '
    /"kind":"test(Started|Ended)"/ && match($0, /"testID":"[^"]+:[0-9]+:[0-9]+"/) {
      test = substr($0, RSTART + 10, RLENGTH - 11)
      if (/testStarted/) started[test]
      else delete started[test]
    }
    END {
      for (test in started) if (count++ < 20) print "not ended: " test
      print count + 0 " tests had not ended"
    }
  ' "$work"/events* 2>/dev/null
}

# Prints the slowest tests, with the time of all their cases. Time before a case starts does not count.
slowest_tests() {
  awk '
    /"kind":"testCase(Started|Ended)"/ {
      match($0, /"absolute":[0-9.]+/)
      time = substr($0, RSTART + 11, RLENGTH - 11)
      match($0, /"testID":"[^"]+/)
      test = substr($0, RSTART + 10, RLENGTH - 10)
      total[test] += /testCaseEnded/ ? time : -time
    }
    END {
      for (test in total) {
        name = test
        gsub(/\\\//, "/", name)
        sub(/\/[^\/]*:[0-9]+:[0-9]+$/, "", name)
        printf "%6.1f s  %s\n", total[test], substr(name, 1, 68)
      }
    }' "$work"/events* | sort -rn | head -n 5
}

# Runs all tests in two processes. Tests of the app and of scripts keep the main actor of their process busy; the other
# tests rarely need it, and would wait for it. The output of the background process is printed last.
run_everything() {
  tests=.build/debug/ladderPackageTests.xctest
  app='^(FeaturesTests|ScriptingTests)\.'
  failed=0
  "$tests" --testing-library swift-testing --filter "$app" \
    --event-stream-output-path "$work/events-app" >"$work/app" 2>&1 &
  # A background process of a shell ignores Ctrl-C.
  trap 'kill $!' INT TERM
  "$tests" || failed=$? # XCTest
  "$tests" --testing-library swift-testing --skip "$app" \
    --event-stream-output-path "$work/events" || failed=$?
  wait $! || failed=$?
  cat "$work/app"
  return "$failed"
}

# Builds and tests the examples, a separate package that uses the libraries like any other package.
test_examples() {
  # SwiftPM's cached build plan does not notice files that were removed from the other package.
  # shellcheck disable=SC2086 # several words
  env -u LADDER_TUNED swift test --package-path Examples --disable-build-manifest-caching $flags
}

: >"$log"
# shellcheck disable=SC2086 # several words
report build swift build --build-tests $flags || exit 1
built="build $seconds s ($cpu s of CPU)"
if [ $# -eq 0 ] && command -v python3 >/dev/null; then scripts/check-symbols.py || exit 1; fi

export LADDER_TESTS="$size"
# Two tests per processor at a time: if all run at once, each takes as long as the whole run.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH="${SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH:-$(($(nproc) * 2))}"
status=0
if [ $# -gt 0 ]; then
  # shellcheck disable=SC2086
  report test swift test --skip-build $flags --event-stream-output-path "$work/events" "$@" || status=$?
else
  report test run_everything || status=$?
fi
tested="tests $seconds s ($cpu s of CPU)"
if [ "$size" = check ] && [ $# -eq 0 ]; then
  echo "The examples:"
  report test test_examples || status=$?
  tested="$tested, examples $seconds s ($cpu s of CPU)"
fi
slowest_tests
echo "$built, $tested; log: $log"
exit "$status"
