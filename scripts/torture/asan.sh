#!/bin/sh
# What touches memory by hand under the address sanitizer: the C shims, the terminal, and what is drawn on it.
set -eu
cd "$(dirname "$0")/../.."

scratch=.build/asan
reports=$PWD/$scratch/reports
rm -rf "$reports"
mkdir -p "$reports"
export ASAN_OPTIONS="log_path=$reports/fault"

swift build --build-tests --sanitize=address --scratch-path "$scratch"
swift test --skip-build --sanitize=address --scratch-path "$scratch" \
  --filter 'TerminalHostTests|TerminalUITests'
if [ -n "$(ls "$reports")" ]; then cat "$reports"/*; exit 1; fi
