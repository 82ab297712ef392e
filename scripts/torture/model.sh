#!/bin/sh
# Compares the numbers of 2 000 random histories with those of an independent model; see Tests/HistoryModel.
#
# LADDER_SEED=N starts with seed N.
set -eu
cd "$(dirname "$0")/../.."
python3 -c 'import zoneinfo' 2>/dev/null || { echo "python3 (3.9 or newer) is missing"; exit 77; }

swift build -c release --static-swift-stdlib --product ladder
python3 Tests/HistoryModel/check.py .build/release/ladder --count 2000 --seed "${LADDER_SEED:-1}"
