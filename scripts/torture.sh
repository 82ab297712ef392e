#!/bin/sh
# Runs the checks that take too long for `make check`: all scripts in scripts/torture, or only the given steps.
#
# Each step is a script that exits with status 0 if it found no problem, and 77 if a program that it needs is missing. Its
# output goes to .build/torture/STEP.log.
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
  status=0
  "scripts/torture/$step.sh" >"$logs/$step.log" 2>&1 || status=$?
  case $status in
    0) verdict=clean ;;
    77) verdict="skipped: $(tail -n 1 "$logs/$step.log")" ;;
    *) verdict=FAILED failed="$failed $step" ;;
  esac
  echo "$verdict, $(($(date +%s) - start)) s, $logs/$step.log"
done

[ -z "$failed" ] || { echo "torture: failed:$failed" >&2; exit 1; }
