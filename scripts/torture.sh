#!/bin/sh
# Runs the checks that take too long for `make check`: all scripts in scripts/torture, or only the given steps.
#
# Each step is a script that exits with status 0 if it found no problem. Its output goes to .build/torture/STEP.log.
set -u
cd "$(dirname "$0")/.."

steps=$(cd scripts/torture && ls ./*.sh | sed 's|^\./||; s|\.sh$||')
[ $# -gt 0 ] || set -- $steps
for step; do
  if [ ! -x "scripts/torture/$step.sh" ]; then
    echo "torture: there is no step \"$step\"; choose from:" $steps >&2
    exit 2
  fi
done

logs=.build/torture
mkdir -p "$logs"

failed=
for step; do
  printf '%-12s ' "$step"
  start=$(date +%s)
  if "scripts/torture/$step.sh" >"$logs/$step.log" 2>&1; then verdict=clean; else verdict=FAILED; fi
  echo "$verdict, $(($(date +%s) - start)) s, $logs/$step.log"
  [ "$verdict" = clean ] || failed="$failed $step"
done

[ -z "$failed" ] || { echo "torture: failed:$failed" >&2; exit 1; }
