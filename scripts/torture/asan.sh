#!/bin/sh
# Runs the tests of code with manual memory management under the address sanitizer: the runtime with its random trees of
# stores, the C shims, the terminal and drawing, including the programs that these tests start.
set -eu
cd "$(dirname "$0")/../.."

sanitizer=address scratch=.build/asan
. scripts/sanitized-tests.sh

# Leaks are not detected: XCTest, which runs the tests, leaks memory, and the leak detector cannot run in a traced
# program. The trait `.checksForLeaks` detects leaked stores and tasks.
export ASAN_OPTIONS="$options:detect_leaks=0"
# Standard error is not redirected under a sanitizer, because its report must be visible. The skipped tests need the
# redirection.
sanitized_tests --filter 'ReducerRuntimeTests|TerminalHostTests|TerminalUITests' \
  --skip 'CrashReportTests/.*a fatal error is reported with its line' \
  --skip 'CrashReportTests/.*without a folder for reports' \
  --skip 'CrashReportTests/.*other output on standard error' "$@"
