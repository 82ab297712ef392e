#!/bin/sh
# Finds sentences that have to be read twice, by the patterns in CONTRIBUTING.md ("Language"): in comments and string
# literals of Swift, C and scripts, in the names of tests, and in Markdown. Prints "FILE:LINE: text: remedy".
# Arguments: the files to check; by default all files in Git. With "--list" it prints every sentence that a user can
# see, in the program or in a document, to be read in one go.
set -eu
cd "$(dirname "$0")/.."

# One pattern per line: its scope, an extended regular expression in lowercase, and the remedy, separated by tabs.
# The scope is "doc" for the beginning of a documentation comment, "comment" for any comment, "all" for any text.
patterns='doc	^(what|who|whose|whom|whoever|whatever|how|why) 	begin with a noun phrase, or a verb in the third person
all	(^|[.;:] )who (never |only |ever )?[a-z]+s [^?]*$	name the subject: "a person who …", "you"
all	(^|[^a-z])(returns|reads|writes|sends|receives|shows|draws|prints|adds|removes|deletes|takes|keeps|records|stores) what 	name the object instead of "what"
all	(^|[^a-z])(what|that) (comes|is left|is there|is missing|is needed)[.,;:]	name the subject instead of a clause
all	(^|[.;:] )of (two|several|equal|these|those|all|an?|the) [^,.;:]* the [^,.;:]*(first|last|one|newest|oldest|best)( |$)	put the subject first: "the first of several …"
all	, if (another|one|not|other)[.;]?$	say what happens otherwise, or use "optional"
all	(^|[^a-z])(an|the) own 	say whose: "the member'"'"'s own …", or "custom"
all	(^|[^a-z])(go|goes|going|went|gone) on([^a-z-]|$)	"continue"
all	(^|[^a-z])(is|are|was) too much([^a-z]|$)	say which limit is exceeded
all	(^|[^a-z])(have|has) (done|made|taken) last([^a-z]|$)	"your last …"
all	(^|[^a-z])(has|have|had) not come([^a-z]|$)	"has not arrived"
all	(^|[^a-z])any more([.,;:)"]|$)	"anymore", or "no longer"
all	(^|[^a-z])(is|are|was) another one([^a-z]|$)	"differs", or "changes"
all	(^|[^a-z])so many of (them|these|those)([^a-z]|$)	"the number of …"
all	(^|[^a-z])the (one|ones|page|state|last one) before([.,;:]|$)	"the previous …"
all	(^|[^a-z])in (its|their) order([.,;:]|$)	"in order", or "in the same order"
all	(^|[^a-z])(one|two|several) a (line|row|page)([^a-z]|$)	"per line"
all	(^|[^a-z])takes? the place of([^a-z]|$)	"replaces"
all	(^|[^a-z])of no use([^a-z]|$)	"invalid", or "has no effect"
all	(^|[^a-z])as code do(es)?[.,;:]	"like …"
all	(^|[^a-z])takes? .* along([.,;:]|$)	say what happens to it: "is deleted too"
all	(^|[^a-z])for ever([^a-z]|$)	"forever", or the limit
all	(^|[^a-z])(whoever|of late|as a rule|anew|by and by|in no time|let go|at hand|holds? up|held up|bears? out|borne out|comes? to nothing|behind (its|their|your) back)([^a-z]|$)	use a plain word
comment	(^|[^a-z])(somebody|nobody)([^a-z]|$)	name the caller, process or person'

is_list=
if [ "${1:-}" = --list ]; then
  is_list=1
  set -- $(git ls-files Sources Resources packaging docs README.md |
    grep -E '\.(swift|c|md|html|js|json|ladder|txt)$' | grep -vE '/words.txt$|^docs/scale/')
elif [ $# -eq 0 ]; then
  set -- $(git ls-files | grep -E '\.(swift|c|h|sh|py|md)$' | grep -v /Goldens/)
fi

awk -v patterns="$patterns" -v is_list="$is_list" '
  # Compares a text with each pattern of the scope "all" and of the other given scopes.
  function check(text, other_scopes,    lower, i) {
    if (is_list) {
      # Comments, which have other scopes, are not listed.
      if (other_scopes == "" && text ~ / /) print FILENAME ":" FNR ": " text
      return
    }
    lower = tolower(text)
    for (i = 1; i <= count; i++)
      if ((scopes[i] == "all" || index(other_scopes, scopes[i])) && lower ~ expressions[i]) {
        gsub(/^[ \t]+/, "", text)
        print FILENAME ":" FNR ": " text ": " remedies[i]
        found = 1
      }
  }
  # Checks each string literal or backticked name in a line of code, if it is a sentence.
  function check_literals(code,    literal) {
    while (match(code, /"([^"\\]|\\.)*"|`[^`]*`/)) {
      literal = substr(code, RSTART + 1, RLENGTH - 2)
      code = substr(code, RSTART + RLENGTH)
      if (literal ~ / /) check(literal, "")
    }
  }
  BEGIN {
    rows = split(patterns, lines, "\n")
    for (i = 1; i <= rows; i++) {
      split(lines[i], parts, "\t")
      count++
      scopes[count] = parts[1]
      expressions[count] = parts[2]
      remedies[count] = parts[3]
    }
  }
  FNR == 1 { is_code = 0; was_doc = 0; is_text = 0; mark = FILENAME ~ /\.(swift|c|h)$/ ? "//+" : "#" }
  FILENAME ~ /\.(md|html|txt)$/ {
    if (/^```/) is_code = !is_code
    else if (!is_code) {
      text = $0
      gsub(/`+[^`]*`+/, "CODE", text)
      check(text, "")
    }
    next
  }
  # A literal of several lines is data, such as source text or SQL.
  gsub(/"""/, "\"\"\"") % 2 { is_text = !is_text; next }
  is_text { if (is_list && / /) check($0, ""); next }
  match($0, "(^|[ \t])" mark " ?[^/!]") && !/^[ \t]*#if|^[ \t]*#end|^[ \t]*#include/ {
    comment = substr($0, RSTART)
    code = substr($0, 1, RSTART - 1)
    is_doc = comment ~ /^[ \t]*\/\/\/ /
    sub("^[ \t]*" mark " ?", "", comment)
    gsub(/`+[^`]*`+/, "CODE", comment)
    check(comment, is_doc && !was_doc ? "comment doc" : "comment")
    was_doc = is_doc
    check_literals(code)
    next
  }
  { was_doc = 0; check_literals($0) }
  END { exit found }
' "$@"
