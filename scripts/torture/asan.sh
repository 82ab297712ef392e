#!/bin/sh
# What touches memory by hand under the address sanitizer: the C shims, the terminal, and what is drawn on it, the
# programs that these tests start included.
set -eu
cd "$(dirname "$0")/../.."

sanitizer=address scratch=.build/asan
. scripts/sanitized-tests.sh

# Leaks are not looked for: XCTest, which runs the tests, has some of its own, and a program that is traced cannot be
# asked; stores and tasks are watched by the tests' own trait.
export ASAN_OPTIONS="$options:detect_leaks=0"
# What a sanitizer says must come through, so standard error is not held, which is what the skipped tests are about.
sanitized_tests --filter 'TerminalHostTests|TerminalUITests' \
  --skip 'CrashReportTests/.*a fatal error is told with its line' \
  --skip 'CrashReportTests/.*without a place for a report' \
  --skip 'CrashReportTests/.*what others say on standard error' "$@"
