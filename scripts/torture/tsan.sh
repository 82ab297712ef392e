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

# Benchmarks and soaks count what a sanitizer adds to. Crashes are the program's own to handle, but what a sanitizer says
# must come through, so standard error is not held then, which is what the tests of crash reports are about.
crashes=handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:handle_abort=0
TSAN_OPTIONS="log_path=$reports/race:$crashes" LD_PRELOAD="$PWD/$scratch/mutex.so" \
  swift test --skip-build --sanitize=thread --scratch-path "$scratch" \
  --skip BenchTests --skip SoakTests --skip CrashReportTests "$@"
if [ -n "$(ls "$reports")" ]; then cat "$reports"/*; exit 1; fi
