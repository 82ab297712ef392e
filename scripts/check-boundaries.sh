#!/bin/sh
# Checks in the files of features what @Reducer cannot see, for it reads only the declaration that it is attached to: every
# action is bounded, no reducer sends a `view` action, and nobody reaches into a child's `view` or `_internal` set.
set -eu
cd "$(dirname "$0")/.."

status=0
check() {
  found=$(grep -rnP --include='*.swift' "$1" Sources/Features | grep -v "$2" || true)
  [ -z "$found" ] || { echo "$found"; echo "check-boundaries: $3" >&2; status=1; }
}
check 'enum Action\b(?!.*BoundedAction)' '^$' "an action of a feature is a BoundedAction"
# AppProgram is what a person's keys come through.
check 'send\(\.view\b' '^Sources/Features/AppTab/AppProgram.swift:' "only views send view actions"
check '\.(?!(send|prepared)\()[a-z]\w*\(\.(view|_internal)\b' '^$' "a child's view and internal actions are its own"
exit $status
