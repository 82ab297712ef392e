#!/bin/sh
# Runs the whole test suite under the thread sanitizer, including the programs that it starts.
set -eu
cd "$(dirname "$0")/../.."

sanitizer=thread scratch=.build/tsan
. scripts/sanitized-tests.sh

# Swift's clang, because the shim uses Swift's calling convention.
"$(dirname "$(readlink -f "$(command -v swift)")")/clang" -O1 -shared -fPIC \
  -o "$scratch/mutex.so" scripts/torture/tsan-mutex.c

# Waits fail when the run exceeds its limit, which is for a run without a sanitizer.
export LADDER_TEST_MINUTES=600
export TSAN_OPTIONS="$options" LD_PRELOAD="$PWD/$scratch/mutex.so"
# Skipped tests:
# - benchmarks and soak tests, because the sanitizer adds time and memory to the values they measure
# - crash tests that need the redirection of standard error, which is off to show the sanitizer's report
# - stack overflows, because the sanitizer's own stack overflows first
# - fatal signals from outside: if one arrives on a thread of the sanitizer or interrupts it, the program may hang
# The step for the address sanitizer runs most of these tests.
#
# Tests run one at a time: in parallel they share one main actor, and under the sanitizer they would take hours.
sanitized_tests --no-parallel --skip BenchTests --skip SoakTests \
  --skip CrashReportTests --skip 'KittyKeyboardTests/.*signals and crashes disable the kitty keyboard' \
  --skip 'RestoreTests/.*a crash restores the terminal' --skip 'RestoreTests/.*an abort restores the terminal' \
  --skip 'RestoreTests/.*a crash while the terminal does not read' \
  --skip 'TerminalFaultTests/.*a crash of the database' "$@"
