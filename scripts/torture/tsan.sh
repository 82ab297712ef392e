#!/bin/sh
# The whole test suite under the thread sanitizer, the programs that it starts included.
set -eu
cd "$(dirname "$0")/../.."

sanitizer=thread scratch=.build/tsan
. scripts/sanitized-tests.sh

# Swift's own compiler: the call it makes has Swift's calling convention.
"$(dirname "$(readlink -f "$(command -v swift)")")/clang" -O1 -shared -fPIC \
  -o "$scratch/mutex.so" scripts/torture/tsan-mutex.c

export TSAN_OPTIONS="$options" LD_PRELOAD="$PWD/$scratch/mutex.so"
# Skipped: benchmarks and soaks count what a sanitizer adds to. Of crashes, what is about standard error, which is not
# held, so that what a sanitizer says comes through; a stack without end, for the sanitizer has one of its own that ends
# first; and signals of crashes that come from outside: to another thread, which may be the sanitizer's, or in the middle
# of the sanitizer's own work, which they then wait for without end. The address sanitizer's step has most of them.
#
# One test after the other: at once they share one main actor, each waits for the turns of all others, and the slowness
# of a sanitizer becomes that of hours.
sanitized_tests --no-parallel --skip BenchTests --skip SoakTests \
  --skip CrashReportTests --skip 'KittyKeyboardTests/.*signals and crashes take it back' \
  --skip 'RestoreTests/crashes' --skip 'RestoreTests/anAbort' \
  --skip 'RestoreTests/.*a crash while the terminal does not read' \
  --skip 'TerminalFaultTests/.*a crash of the database' "$@"
