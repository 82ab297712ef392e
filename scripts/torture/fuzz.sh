#!/bin/sh
# Looks for bytes that break what must hold of whatever reads bytes from outside: five minutes for each reader, beginning
# with the corpus that is in the tree. LADDER_FUZZ_SECONDS says how long instead; the names of readers, which.
#
# What breaks something stays in .build/fuzz/found, named after its reader. Mend it, and put it into Tests/Corpus.
# With LADDER_FUZZ_KEEP=1 what was found worth keeping, minimised, goes into Tests/Corpus.
set -eu
cd "$(dirname "$0")/../.."

seconds=${LADDER_FUZZ_SECONDS:-300}
build=.build/fuzz
# A trap is libFuzzer's to catch, which keeps the bytes that led to it.
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
      # Some eighty of all sizes: a corpus is to be read by tests, and kept in a tree. They take the place of those that
      # were kept before, whose names are forty digits; what somebody wrote has a name.
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
[ -z "$failed" ] || { echo "fuzz: look into $found for$failed" >&2; exit 1; }
