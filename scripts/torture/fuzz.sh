#!/bin/sh
# Fuzzes the readers of external input for five minutes each, starting from Tests/Corpus. LADDER_FUZZ_SECONDS sets
# another duration; arguments select readers.
#
# Failing inputs are saved in .build/fuzz/found, named after their reader. Fix the bug and add the input to
# Tests/Corpus. With LADDER_FUZZ_KEEP=1 a minimized selection of new inputs is added to Tests/Corpus.
set -eu
cd "$(dirname "$0")/../.."

seconds=${LADDER_FUZZ_SECONDS:-300}
build=.build/fuzz
# Swift's backtracer would handle the trap before libFuzzer, which saves the failing input.
export SWIFT_BACKTRACE=enable=no
found=$build/found
mkdir -p "$found"

LADDER_FUZZ=1 swift build -c release --scratch-path "$build" --product ladder-fuzz
[ $# -gt 0 ] || set -- $(ls Tests/Corpus)

failed=
for reader; do
  corpus=$build/corpus/$reader
  mkdir -p "$corpus"
  echo "== $reader, $seconds s"
  if LADDER_FUZZ_TARGET=$reader "$build/release/ladder-fuzz" -max_total_time="$seconds" -max_len=4096 -timeout=60 \
    -report_slow_units=60 -rss_limit_mb=2048 -print_final_stats=1 -verbosity=0 \
    -artifact_prefix="$found/$reader-" \
    "$corpus" "Tests/Corpus/$reader"
  then
    if [ -n "${LADDER_FUZZ_KEEP:-}" ]; then
      small=$build/small/$reader
      rm -rf "$small"
      mkdir -p "$small"
      LADDER_FUZZ_TARGET=$reader "$build/release/ladder-fuzz" -merge=1 -max_len=512 -verbosity=0 \
        "$small" "Tests/Corpus/$reader" "$corpus"
      # Keeps about 80 inputs of all sizes, because tests read the corpus and the repository stores it. They replace the
      # earlier generated inputs, whose names are forty hexadecimal digits; handwritten inputs have other names.
      find "Tests/Corpus/$reader" -type f | grep -E '/[0-9a-f]{40}$' | xargs -r rm
      every=$(($(ls "$small" | wc -l) / 80 + 1))
      for file in $(ls -Sr "$small" | awk -v every="$every" 'NR % every == 0'); do
        cp "$small/$file" "Tests/Corpus/$reader/"
      done
    fi
  else
    failed="$failed $reader"
  fi
done
[ -z "$failed" ] || { echo "fuzz: failed:$failed; the inputs are in $found" >&2; exit 1; }
