#!/bin/sh
# Makes each system call of several commands and sessions fail, one per run; see Tests/FaultInjection. It takes hours.
#
# LADDER_FAULTS=K tries only every K-th run.
set -eu
cd "$(dirname "$0")/../.."
command -v strace >/dev/null || { echo "strace is missing"; exit 77; }
strace -f --seccomp-bpf -o /dev/null true 2>/dev/null || { echo "strace is older than 5.3 or cannot trace"; exit 77; }

swift build -c release --static-swift-stdlib --product ladder
python3 Tests/FaultInjection/inject.py --every "${LADDER_FAULTS:-1}" .build/release/ladder
