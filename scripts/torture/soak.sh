#!/bin/sh
# Runs the app for a day in virtual time and ten minutes in real time. Fails if memory or descriptors grow, or if the
# clock drifts.
set -eu
cd "$(dirname "$0")/../.."

swift build -c release --static-swift-stdlib --product ladder
swift build -c release --static-swift-stdlib --product ladder-bench
.build/release/ladder-bench soak --hours 24 --minutes 10
