#!/bin/sh
# Kills the primary database of a cluster under load three times, and checks that no acknowledged workout is lost.
set -eu
cd "$(dirname "$0")/../.."
PATH=$PATH:/usr/sbin
for package in etcd-server:etcd patroni:patroni postgresql:psql haproxy:haproxy pgbouncer:pgbouncer; do
  command -v "${package#*:}" >/dev/null && continue
  echo "the package ${package%:*} is missing (docs/SERVER.md)"
  exit 77
done
swift build -c release --static-swift-stdlib --product ladder-server
exec scripts/scale/failover.py .build/release/ladder-server
