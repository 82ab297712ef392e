#!/bin/sh
# What touches memory by hand under the address sanitizer: the C shims, the terminal, and what is drawn on it, the
# programs that these tests start included.
set -eu
cd "$(dirname "$0")/../.."

scratch=.build/asan
reports=$PWD/$scratch/reports
rm -rf "$reports"
mkdir -p "$reports"

swift build --build-tests --sanitize=address --scratch-path "$scratch"

# Crashes on purpose are the program's own to handle. Leaks are not looked for: XCTest, which runs the tests, has some of
# its own, and a program that is traced cannot be asked; stores and tasks are watched by the tests' own trait.
crashes=handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:handle_sigtrap=0:handle_abort=0
status=0
# What a sanitizer says must come through, so standard error is not held, which is what the skipped tests are about.
ASAN_OPTIONS="log_path=$reports/fault:detect_leaks=0:$crashes" \
  swift test --skip-build --sanitize=address --scratch-path "$scratch" \
  --filter 'TerminalHostTests|TerminalUITests' \
  --skip 'CrashReportTests/.*a fatal error is told with its line' \
  --skip 'CrashReportTests/.*without a place for a report' \
  --skip 'CrashReportTests/.*what others say on standard error' "$@" || status=$?
if [ -n "$(ls "$reports")" ]; then
  cat "$reports"/*
  exit 1
fi
exit $status
