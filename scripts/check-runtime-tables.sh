#!/bin/sh
# Checks the tables of docs/RUNTIME.md. The first table has the source and the test of each construct of the seed
# articles: every row has a test, and every test of the articles is in the table. The second has the uses of each public
# construct: every name occurs in a file of its row, every example is in the table, and every public declaration is
# listed. All paths exist.
set -eu
cd "$(dirname "$0")/.."

# Lines of three or more words: the row's number, `source`, `test`, `use` or `example`, and a path or the row's names.
table() {
  awk -F'|' -v header="$1" -v kinds="$2" '
    function path(kind, text) {
      if (kind == "source") return sub(/^\.\.\//, "", text) ? "Sources/" text : "Sources/ReducerRuntime/" text
      if (kind == "use") return "Sources/" text
      return (text ~ /^Tests\// ? "" : "Tests/SeedTests/") text ".swift"
    }
    function add(kind, cell,    parts, count, i) {
      count = split(cell, parts, "`")
      for (i = 2; i <= count; i += 2) print NR, kind, path(kind, parts[i])
      return count
    }
    isTable && !/^\|/ { exit }
    isTable && !/^\|-/ {
      split(kinds, kind, " ")
      found = add(kind[1], $3) + add(kind[2], $4)
      if (found < 3 || (kind[2] == "test" && $4 !~ /`/)) print NR, kind[2], "of-this-row"
      if (kind[2] == "example") {
        count = split($2, parts, "`")
        for (i = 2; i <= count; i += 2) { sub(/.*\./, "", parts[i]); sub(/\(.*/, "", parts[i]); print NR, "name", parts[i] }
      }
    }
    $0 == header { isTable = 1 }
  ' docs/RUNTIME.md
}
seeds=$(table '| construct | source | test |' 'source test')
uses=$(table '| construct | app | example |' 'use example')
[ -n "$seeds" ] && [ -n "$uses" ] || { echo "docs/RUNTIME.md lacks a table of constructs"; exit 1; }

status=0
complain() { echo "docs/RUNTIME.md$1"; status=1; }

while read -r line kind text; do
  if [ "$kind" = name ]; then
    files=$(echo "$uses" | awk -v line="$line" '$1 == line && $2 != "name" { print $3 }')
    grep -qsw -e "$text" $files || complain ":$line: '$text' is in no file of its row"
  else
    [ -e "$text" ] || complain ":$line: the $kind $text does not exist"
  fi
done <<LINES
$seeds
$uses
LINES

for test in Tests/SeedTests/*Tests.swift Tests/SeedTests/Guide/*Tests.swift; do
  echo "$seeds" | grep -q " test $test\$" || complain " leaves out $test"
done
for example in Tests/SeedTests/Examples/*.swift; do
  echo "$uses" | grep -q " example $example\$" || complain " leaves out $example"
done

# Types, free functions and macros. Names with a leading underscore are left out: readers need not know them.
named=$(grep -o '`[^`]*`' docs/RUNTIME.md)
kinds='struct|class|enum|protocol|func|macro|typealias|let'
declared=$(grep -rhoE "^public (final |nonisolated\(nonsending\) )*($kinds) [A-Za-z]+" Sources/ReducerRuntime |
  awk '{ print $NF }' | sort -u)
for name in $declared; do
  echo "$named" | grep -qw -e "$name" || complain " does not name $name"
done
exit $status
