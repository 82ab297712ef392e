#!/bin/sh
# Checks the table of docs/RUNTIME.md, which says for each construct of the seeds where it is and what tests it: every path
# in the table exists, every row has a test, and every test of the seeds is in the table.
set -eu
cd "$(dirname "$0")/.."

# Lines of three words: the row's number, `source` or `test`, and a path.
paths=$(awk -F'|' '
  function add(kind, cell,    parts, count, i, path) {
    count = split(cell, parts, "`")
    for (i = 2; i <= count; i += 2) {
      path = parts[i]
      if (kind == "source") path = sub(/^\.\.\//, "", path) ? "Sources/" path : "Sources/ReducerRuntime/" path
      else path = (path ~ /^Tests\// ? "" : "Tests/SeedTests/") path ".swift"
      print NR, kind, path
    }
    if (kind == "test" && count < 2) print NR, kind, "of-this-row"
  }
  isTable && !/^\|/ { exit }
  isTable && !/^\|-/ { add("source", $3); add("test", $4) }
  /^\| construct \| source \| test \|/ { isTable = 1 }
' docs/RUNTIME.md)
[ -n "$paths" ] || { echo "docs/RUNTIME.md has no table of constructs"; exit 1; }

status=0
while read -r line kind path; do
  [ -e "$path" ] || { echo "docs/RUNTIME.md:$line: the $kind $path does not exist"; status=1; }
done <<LINES
$paths
LINES
for test in Tests/SeedTests/*Tests.swift Tests/SeedTests/Guide/*Tests.swift; do
  echo "$paths" | grep -q " test $test\$" || { echo "docs/RUNTIME.md leaves out $test"; status=1; }
done
exit $status
