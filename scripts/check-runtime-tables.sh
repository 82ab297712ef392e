#!/bin/sh
# Checks the table of Tests/SeedTests/README.md, which has the source and the test of each construct of the seed articles: every
# row has a test, every test of the articles is in the table, and all paths exist. Also checks that everything public in
# the runtime is used by the app, an example, a test of the articles, that document or docs/RUNTIME.md.
set -eu
cd "$(dirname "$0")/.."

# Lines of three words: the row's number, `source` or `test`, and a path.
table=$(awk -F'|' '
  function path(kind, text) {
    if (kind == "test") return (text ~ /^Tests\// ? "" : "Tests/SeedTests/") text ".swift"
    return sub(/^\.\.\//, "", text) ? "Sources/" text : "Sources/ReducerRuntime/" text
  }
  function add(kind, cell,    parts, count, i) {
    count = split(cell, parts, "`")
    for (i = 2; i <= count; i += 2) print NR, kind, path(kind, parts[i])
  }
  isTable && !/^\|/ { exit }
  isTable && !/^\|-/ {
    add("source", $3)
    add("test", $4)
    if ($4 !~ /`/) print NR, "test", "of-this-row"
  }
  $0 == "| construct | source | test |" { isTable = 1 }
' Tests/SeedTests/README.md)
[ -n "$table" ] || { echo "Tests/SeedTests/README.md lacks the table of constructs"; exit 1; }

status=0
complain() { echo "$1"; status=1; }

while read -r line kind path; do
  [ -e "$path" ] || complain "Tests/SeedTests/README.md:$line: the $kind $path does not exist"
done <<LINES
$table
LINES

for test in Tests/SeedTests/*Tests.swift Tests/SeedTests/Guide/*Tests.swift; do
  echo "$table" | grep -q " test $test\$" || complain "Tests/SeedTests/README.md lacks $test"
done

# Types, free functions and macros. Names with a leading underscore are omitted: only macros use them.
users=$(find Sources Examples Tests/SeedTests -name '*.swift' ! -path 'Sources/Reducer*' ! -path '*/.build/*')
words=$(cat $users docs/RUNTIME.md Tests/SeedTests/README.md | tr -cs 'A-Za-z0-9_' '\n' | sort -u)
kinds='struct|class|enum|protocol|func|macro|typealias|let'
declared=$(grep -rhoE "^public (final |nonisolated\(nonsending\) )*($kinds) [A-Za-z]+" Sources/ReducerRuntime |
  awk '{ print $NF }' | sort -u)
for name in $declared; do
  echo "$words" | grep -qx -e "$name" || complain "nothing outside the runtime uses $name"
done
exit $status
