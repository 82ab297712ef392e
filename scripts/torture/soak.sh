#!/bin/sh
# Long use: a day in virtual time, ten minutes in real time. Memory, descriptors and the clock have to stay as they are.
set -eu
cd "$(dirname "$0")/../.."

swift build -c release --static-swift-stdlib --product ladder
swift build -c release --static-swift-stdlib --product ladder-bench
.build/release/ladder-bench soak --hours 24 --minutes 10
