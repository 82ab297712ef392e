#!/bin/sh
# Checks that each suite whose tests may create stores has `.checksForLeaks`, which fails a test that leaks a store or
# a task. A suite is a type at the left margin; a nested one inherits the trait, and an extension has its type's trait.
set -eu
cd "$(dirname "$0")/.."

find Tests/ReducerRuntimeTests Tests/FeaturesTests Tests/SeedTests Tests/ScriptingTests Examples/Tests \
  -name '*.swift' -exec awk '
  FNR == 1 { hasTrait = 0; isCovered = 0; name = "a function" }
  /\.checksForLeaks/ { hasTrait = 1 }
  /^([a-z@][A-Za-z]*([(][^)]*[)])? )*(struct|class|actor|enum|extension) / {
    isCovered = hasTrait || /(^| )extension /
    hasTrait = 0
    name = $0
    sub(/ *\{.*/, "", name)
  }
  /^}/ { hasTrait = 0; isCovered = 0; name = "a function" }
  /^[ \t]*(@[A-Za-z]+ )*@Test/ && !isCovered && !(/^@/ && /\.checksForLeaks/) {
    printf "%s:%d: %s has tests, and no @Suite(.checksForLeaks)\n", FILENAME, FNR, name
    isCovered = 1
    found = 1
  }
  # XCTest has no traits.
  /XCTestCase/ { isCovered = 1 }
  END { exit found }
' {} +
