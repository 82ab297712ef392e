#!/bin/sh
# Sends valid requests with random changes to the server's parsers: two million JSON texts, half a million
# bodies, and 200,000 connections.
#
# LADDER_SEED=N starts with seed N, which a failing test prints.
set -eu
cd "$(dirname "$0")/../.."
export LADDER_TESTS=torture
log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0
swift test --filter 'ServerTests.ReaderFuzzTests' >"$log" 2>&1 || status=$?
grep -aE '✘|skipped|error:|Test run' "$log" || true
exit $status
