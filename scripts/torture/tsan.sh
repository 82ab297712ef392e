#!/bin/sh
# The whole test suite under the thread sanitizer, the programs that it starts included.
set -eu
cd "$(dirname "$0")/../.."

scratch=.build/tsan
reports=$PWD/$scratch/reports
rm -rf "$reports"
mkdir -p "$reports"

swift build --build-tests --sanitize=thread --scratch-path "$scratch"
# Swift's own compiler: the call it makes has Swift's calling convention.
"$(dirname "$(readlink -f "$(command -v swift)")")/clang" -O1 -shared -fPIC \
  -o "$scratch/mutex.so" scripts/torture/tsan-mutex.c

# Crashes on purpose are the program's own to handle.
crashes=handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:handle_sigtrap=0:handle_abort=0
status=0
# Skipped: benchmarks and soaks count what a sanitizer adds to. Of crashes, what is about standard error, which is not
# held, so that what a sanitizer says comes through; a stack without end, for the sanitizer has one of its own that ends
# first; and a signal to another thread, which may be the sanitizer's.
#
# One module's tests after the other's: all at once share one main actor, and each waits for the turns of all others.
for tests in $(cd Tests && ls -d ./*Tests | sed 's|^\./||'); do
  echo "== $tests"
  TSAN_OPTIONS="log_path=$reports/race:$crashes" LD_PRELOAD="$PWD/$scratch/mutex.so" \
    swift test --skip-build --sanitize=thread --scratch-path "$scratch" --filter "^$tests\\." \
    --skip BenchTests --skip SoakTests \
    --skip CrashReportTests --skip 'RestoreTests/crashes' \
    --skip 'TerminalFaultTests/.*a crash of the database' || status=$?
done
if [ -n "$(ls "$reports")" ]; then
  cat "$reports"/*
  exit 1
fi
exit $status
