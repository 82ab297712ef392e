#!/bin/sh
# Runs the long forms of tests that `make check` runs in a short form: signals between any two system calls, crashes,
# terminals that do not read, and thousands of resizes. Tests of whole sessions run again with the release binary.
set -eu
cd "$(dirname "$0")/../.."

LADDER_TESTS=torture swift test --filter \
  'SignalMomentTests|RestoreTests|JobControlTests|CrashReportTests|TerminalFaultTests|FullOutputTests'
"${MAKE:-make}" build
LADDER_TESTS=torture LADDER_BINARY="$PWD/.build/release/ladder" swift test --skip-build --filter \
  'TerminalFaultTests|FullOutputTests'
