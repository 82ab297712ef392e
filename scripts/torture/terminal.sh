#!/bin/sh
# Signals between any two system calls, crashes, terminals that do not read, resizes by the thousand: the long forms of
# the tests that `make check` has short, and those of whole sessions again with the release binary.
set -eu
cd "$(dirname "$0")/../.."

LADDER_TESTS=torture swift test --filter \
  'SignalMomentTests|RestoreTests|JobControlTests|CrashReportTests|TerminalFaultTests|FullOutputTests'
"${MAKE:-make}" build
LADDER_TESTS=torture LADDER_BINARY="$PWD/.build/release/ladder" swift test --skip-build --filter \
  'TerminalFaultTests|FullOutputTests'
