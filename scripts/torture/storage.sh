#!/bin/sh
# Runs the long forms of the tests of kills, disk failures and concurrent programs. Tests of a full disk and of a
# read-only folder need root; otherwise they are skipped and listed.
#
# LADDER_SEED=N starts with seed N, which a failing test prints.
set -eu
cd "$(dirname "$0")/../.."
export LADDER_TESTS=torture
log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0
swift test --filter 'KillTests|ManyProgramsTests|DiskSessionTests|FaultyDiskTests' >"$log" 2>&1 ||
  status=$?
grep -aE '✘|skipped|error:|with [0-9]+ test cases|Test run' "$log" || true
exit $status
