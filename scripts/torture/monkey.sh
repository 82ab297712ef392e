#!/bin/sh
# Runs the whole app in virtual time with a million random keys, pastes, clicks and resizes; see
# Tests/ScriptingTests/Monkey.
set -eu
cd "$(dirname "$0")/../.."
LADDER_TESTS=torture swift test --filter MonkeyTests
