#!/bin/sh
# Checks rules that @Reducer cannot check, because a macro sees only the declaration that it is attached to:
# every action is a BoundedAction, no reducer sends a `view` action, and no parent matches a child's `view` or
# `_internal` actions.
set -eu
cd "$(dirname "$0")/.."

status=0
check() {
  found=$(grep -rnP --include='*.swift' "$1" Sources/*Features | grep -v "$2" || true)
  [ -z "$found" ] || { echo "$found"; echo "check-boundaries: $3" >&2; status=1; }
}
check 'enum Action\b(?!.*BoundedAction)' '^$' "a feature's Action must conform to BoundedAction"
# AppProgram turns a person's keys into view actions.
check 'send\(\.view\b' '^Sources/AppFeatures/AppTab/AppProgram.swift:' "only views may send view actions"
check '\.(?!(send|prepared)\()[a-z]\w*\(\.(view|_internal)\b' '^$' "a parent must not use a child's private actions"
exit $status
