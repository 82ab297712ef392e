#!/bin/sh
# The whole test suite under the thread sanitizer, the programs that it starts included.
set -eu
cd "$(dirname "$0")/../.."

scratch=.build/tsan
reports=$PWD/$scratch/reports
rm -rf "$reports"
mkdir -p "$reports"
export TSAN_OPTIONS="suppressions=$PWD/scripts/torture/tsan.supp log_path=$reports/race"

swift build --build-tests --sanitize=thread --scratch-path "$scratch"
# Benchmarks count what a sanitizer adds to, and are run without one.
swift test --skip-build --sanitize=thread --scratch-path "$scratch" --skip BenchTests
if [ -n "$(ls "$reports")" ]; then cat "$reports"/*; exit 1; fi
