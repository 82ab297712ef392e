import Testing

/// Records an issue with the line-by-line difference if `actual` is not `expected`.
func expectSame(
  _ actual: String, _ expected: String, _ what: String, _ sourceLocation: SourceLocation
) {
  guard actual != expected else { return }
  Issue.record(
    """
    Not the expected \(what) (− expected, + actual):
    \(lineDifference(from: expected, to: actual))
    """,
    sourceLocation: sourceLocation)
}

/// Returns the lines of both texts in order: `−` for those only in `old`, `+` for those only in `new`.
func lineDifference(from old: String, to new: String) -> String {
  let oldLines = old.split(separator: "\n", omittingEmptySubsequences: false)
  let newLines = new.split(separator: "\n", omittingEmptySubsequences: false)
  var removed: Set<Int> = []
  var inserted: Set<Int> = []
  for change in newLines.difference(from: oldLines) {
    switch change {
    case .remove(let offset, _, _): removed.insert(offset)
    case .insert(let offset, _, _): inserted.insert(offset)
    }
  }
  var lines: [String] = []
  var next = 0
  for (offset, line) in oldLines.enumerated() {
    guard !removed.contains(offset) else {
      lines.append("− \(line)")
      continue
    }
    while inserted.contains(next) {
      lines.append("+ \(newLines[next])")
      next += 1
    }
    lines.append("  \(line)")
    next += 1
  }
  return (lines + newLines[next...].map { "+ \($0)" }).joined(separator: "\n")
}
