#!/bin/sh
# Kills, faults of the disk and many programs at once, in their long forms. Needs root for a full disk and for a folder
# that may only be read; without, those tests are skipped, and named.
#
# LADDER_SEED=N begins with seed N, which a failing test names.
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
