#!/bin/sh
# A million keys, pastes, taps and torn windows over the whole app in virtual time; see Tests/ScriptingTests/Monkey.
set -eu
cd "$(dirname "$0")/../.."
LADDER_TESTS=torture swift test --filter MonkeyTests
