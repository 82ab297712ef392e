#!/bin/sh
# Checks the documents: every relative link leads to a file and, after a #, to a heading of that file; every file that is
# named in backticks exists; every identifier in backticks that looks like Swift (a capital inside) and every variable of
# the environment occurs in the code; every target of `make` and every STEP exists; every row of a table has as many cells
# as its first row.
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

find . -name .build -prune -o -name .git -prune -o -type f -print | sed 's|^\./||' >"$work/files"
documents=$(grep '\.md$' "$work/files")
grep -E '\.(swift|c|h|sh|py|awk|sql|ladder)$|^Makefile$' "$work/files" | grep -v '/Goldens/' |
  xargs cat | tr -cs 'A-Za-z0-9_' '\n' | sort -u >"$work/words"

# Headings as "FILE#anchor", like GitHub's.
awk '
  FNR == 1 { isCode = 0 }
  /^```/ { isCode = !isCode }
  !isCode && /^#+ / {
    text = tolower($0)
    sub(/^#+ +/, "", text)
    gsub(/[^a-z0-9 _-]/, "", text)
    gsub(/ /, "-", text)
    count = seen[FILENAME, text]++
    print FILENAME "#" text (count ? "-" count : "")
  }
' $documents >"$work/anchors"

sed -n 's/^\([a-z][a-z-]*\):.*/make-\1/p' Makefile >"$work/targets"
ls scripts/torture | sed -n 's/\(.*\)\.sh$/STEP=\1/p' >>"$work/targets"

# Lines "FILE:LINE TARGET" for links, "FILE:LINE |" for rows with a wrong number of cells, "FILE:LINE `WORD" for text in
# backticks, "FILE:LINE !WORD" for targets of make.
awk '
  FNR == 1 { isCode = 0 }
  /^```/ { isCode = !isCode; next }
  {
    line = $0
    while (match(line, isCode ? "^make [a-z-]+|STEP=[a-z]+" : "`make [a-z-]+|STEP=[a-z]+")) {
      word = substr(line, RSTART, RLENGTH)
      line = substr(line, RSTART + RLENGTH)
      gsub(/`/, "", word)
      sub(/ /, "-", word)
      if (word != "STEP=name") print FILENAME ":" FNR " !" word
    }
  }
  isCode { next }
  !/^\|/ { cells = 0 }
  /^\|/ {
    line = $0
    gsub(/\\\|/, "", line)
    count = gsub(/\|/, "", line)
    if (cells && count != cells) print FILENAME ":" FNR " |"
    if (!cells) cells = count
  }
  {
    line = $0
    while (match(line, /\]\([^)]+\)/)) {
      print FILENAME ":" FNR " " substr(line, RSTART + 2, RLENGTH - 3)
      line = substr(line, RSTART + RLENGTH)
    }
    count = split($0, parts, "`")
    for (i = 2; i <= count; i += 2) if (parts[i] !~ / /) print FILENAME ":" FNR " `" parts[i]
  }
' $documents >"$work/references"

awk -v files="$work/files" -v anchors="$work/anchors" -v words="$work/words" -v targets="$work/targets" '
  function complain(text) { print place ": " text; found = 1 }
  # The path of a link in a document, without "." and "..".
  function resolve(document, path,    parts, count, kept, depth, i, result) {
    sub(/[^\/]*$/, "", document)
    count = split(document path, parts, "/")
    for (i = 1; i <= count; i++) {
      if (parts[i] == "" || parts[i] == ".") continue
      if (parts[i] == "..") depth--
      else kept[++depth] = parts[i]
    }
    for (i = 1; i <= depth; i++) result = result (i > 1 ? "/" : "") kept[i]
    return result
  }
  BEGIN {
    while ((getline path < files) > 0) {
      exists[path]
      count = split(path, parts, "/")
      tail = parts[count]
      exists["*" tail]
      sub(/\..*/, "", tail)
      isWord[tail]
      tail = parts[count]
      for (i = count - 1; i > 0; i--) { tail = parts[i] "/" tail; exists["*" tail] }
      folder = path
      while (sub(/\/[^\/]*$/, "", folder)) exists[folder]
    }
    while ((getline anchor < anchors) > 0) exists[anchor]
    while ((getline word < words) > 0) isWord[word]
    while ((getline target < targets) > 0) isTarget[target]
    # Names of other systems, and of the seed articles.
    systems = "TCAFeatureAction disallowedWindowOps ViewStore WithViewStore IfLetStore ForEachStore SwitchStore"
    systems = systems " BindingState TaskResult ActorIsolated NavigationStack mainQueue mainRunLoop openURL titleVisibility timeZone"
    systems = systems " suspendingClock urlSession transformDependency withTaskCancellation"
    systems = systems " CasePathIterable uniquingIDsWith updateOrInsert UINavigationPath UIBinding UITransaction"
    systems = systems " DependencyEntry"
    count = split(systems, parts, " ")
    for (i = 1; i <= count; i++) isWord[parts[i]]
  }
  {
    place = $1
    document = $1
    sub(/:[0-9]+$/, "", document)
    target = $2
  }
  target == "|" { complain("this row of a table has more or fewer cells than the first one"); next }
  target ~ /^!/ {
    if (!(substr(target, 2) in isTarget)) complain("there is no " substr(target, 2))
    next
  }
  target ~ /^`[$]?(LADDER|XDG)_[A-Z_]+$/ {
    sub(/^`[$]?/, "", target)
    if (!(target in isWord)) complain("nothing reads " target)
    next
  }
  target ~ /^`/ {
    text = substr(target, 2)
    sub(/^\.\.\//, "", text)
    if (text ~ /^[A-Za-z0-9_.+\/-]+\.(swift|c|h|md|sh|py|svg|ladder|sql|awk)$/) {
      if (!(text in exists) && !(("*" text) in exists)) complain("there is no file " text)
    } else if (text ~ /^[A-Za-z_$@.(:){}+\/]+$/) {
      count = split(text, names, /[^A-Za-z_]+/)
      for (i = 1; i <= count; i++) {
        if (names[i] ~ /[a-z][A-Z]/ && !(names[i] in isWord)) complain("unknown name " names[i])
      }
    }
    next
  }
  target ~ /^[a-z]+:/ { next }
  {
    path = target
    anchor = ""
    if (match(path, /#.*/)) { anchor = substr(path, RSTART); path = substr(path, 1, RSTART - 1) }
    path = path == "" ? document : resolve(document, path)
    if (!(path in exists)) complain("the link " target " leads nowhere")
    else if (anchor != "" && !((path anchor) in exists)) complain("there is no heading for " target)
  }
  END { exit found }
' "$work/references"
