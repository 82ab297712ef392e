#!/bin/sh
# Changes the sources in 100 places, one at a time, and checks whether `make test` fails; see CONTRIBUTING.md.
#
# LADDER_MUTANTS=N changes N places, LADDER_SEED="N …" chooses others (one set for each seed), and LADDER_MUTANT="N …"
# repeats those with the given numbers.
set -eu
cd "$(dirname "$0")/../.."
python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null ||
  { echo "python3 (3.9 or newer) is missing"; exit 77; }

# shellcheck disable=SC2086 # several words
exec python3 scripts/torture/mutants.py --count "${LADDER_MUTANTS:-100}" --seeds ${LADDER_SEED:-43} \
  --numbers ${LADDER_MUTANT:-}
