# Reads the output of `swift build` or `swift test` and prints the relevant parts: progress on one line of a
# terminal, complete failures, and a summary. Used by test.sh, which also sets: mode (build or test) and isTerminal.

BEGIN { escape = sprintf("%c", 27) }

# SwiftPM and Swift Testing color their output in some environments.
{ gsub(escape "\\[[0-9;]*m", "") }

function progress(text) {
  if (!isTerminal) return
  printf "\r%s[K%s", escape, substr(text, 1, 76)
  fflush()
}

function show(line) {
  if (isTerminal) printf "\r%s[K", escape
  print line
  fflush()
}

# --- swift build

mode == "build" && /^\[[0-9]+\/[0-9]+\]/ {
  progress("Building the tests " $1)
  context = 0
  next
}
mode == "build" && /: error: |^error: / { context = 6 }
mode == "build" && context > 0 && !shown[$0]++ {
  show($0)
  context--
}
mode == "build" { next }

# --- swift test

# An argument of a test may contain a NUL. Swift Testing then stops printing the line, without a newline.
(/^◇ Test case / || !/^(✔|━|✘|➜|↳) /) && match(substr($0, 2), /(✔|━|✘|◇|➜) Test /) {
  $0 = substr($0, RSTART + 1)
}

# A test's name as it is written after "Test ": quoted, or an identifier with its argument labels.
function name(line) {
  sub(/^[^ ]+ Test /, "", line)
  sub(/ (with [0-9]+ test cases? )?(passed|failed) after .*/, "", line)
  sub(/ (started|skipped)[.:].*/, "", line)
  return line
}

/^◇ Test run started/ { begun++; next }
/^◇ Test case passing / { isFailure = 0; next }
/^◇ Test / {
  running[name($0)]
  isFailure = 0
  next
}

/^(✔|━|✘) Test run with / {
  ended++
  isFailure = 0
  next
}
/^(✔|━|✘) Suite / { isFailure = 0; next }
/^(✔|━|✘) Test .* (passed|failed) after [0-9.]+ seconds/ {
  delete running[name($0)]
  if ($1 == "✘") failed++; else passed++
  isFailure = 0
  progress("Testing: " passed + 0 " passed, " failed + 0 " failed")
  next
}

# Skipped tests are reported with their reason, except those that run in make check or make torture.
/^➜ Test / {
  isFailure = 0
  if (/runs in make (check|torture)/) { larger++; next }
  skipped++
  reason = $0
  if (!sub(/.* skipped: /, "", reason)) reason = "without a reason"
  gsub(/"/, "", reason)
  skips[reason] = skips[reason] (skips[reason] == "" ? "" : ", ") name($0)
  next
}
/^➜ / { isFailure = 0; next }

# A known issue is not a failure.
/^━ / { isFailure = 0; next }
/^✘ / { isFailure = 1 }

# XCTest
/^Test Case .* passed \(/ { passed++; next }
/^Test Case .* failed \(/ { failed++; next }
/^\/.*: error: / { show($0); next }
/^Test (Case|Suite) / { next }

# A crash of the test process, with the first calls of the stack.
/Fatal error|^error: |exited with unexpected signal/ { isFailure = 0; show($0); next }
/^\*\*\* Program crashed|^Thread .* crashed:/ { isFailure = 0; calls = 8 }
calls > 0 && $0 != "" { show(substr($0, 1, 160)); calls-- }

isFailure { show($0) }

END {
  if (isTerminal) printf "\r%s[K", escape
  if (mode == "build") exit
  if (!begun || ended < begun) {
    for (test in running) if (++count <= 5) cut = cut (cut == "" ? "" : ", ") test
    if (cut != "") print "The test run stopped before its end, during: " cut
  }
  for (reason in skips) print "skipped, " reason ": " skips[reason]
  if (larger) print larger " more run only in a larger size (make check, make torture)"
  printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped
}
