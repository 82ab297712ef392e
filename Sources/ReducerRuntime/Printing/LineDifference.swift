/// Returns the line-by-line difference of two values: `−` lines are only in the first, `+` lines only in the second.
///
/// - Complexity: O(lines × differences).
package func lineDifference(_ first: some Any, _ second: some Any) -> String {
  lineDifference(lines: dumpLines(first), dumpLines(second))
}

/// Returns the line-by-line difference of two values that are already dumped.
package func lineDifference(lines old: [String], _ new: [String]) -> String {
  if old == new {
    return "  (Both print alike, but they are not equal.)"
  }
  let difference = new.difference(from: old)
  let removed = Set(difference.removals.map(\.offset))
  let inserted = Set(difference.insertions.map(\.offset))
  var lines: [(mark: String, text: String)] = []
  var (oldIndex, newIndex) = (0, 0)
  while oldIndex < old.count || newIndex < new.count {
    if removed.contains(oldIndex) {
      lines.append(("−", old[oldIndex]))
      oldIndex += 1
    } else if inserted.contains(newIndex) {
      lines.append(("+", new[newIndex]))
      newIndex += 1
    } else {
      lines.append((" ", old[oldIndex]))
      oldIndex += 1
      newIndex += 1
    }
  }
  return withContext(lines).map { "  \($0.mark) \($0.text)" }.joined(separator: "\n")
}

extension CollectionDifference.Change {
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}

/// Returns the changed lines with two lines of context; omitted lines are shown as one `…`.
private func withContext(
  _ lines: [(mark: String, text: String)]
) -> [(mark: String, text: String)] {
  var kept: [(mark: String, text: String)] = []
  var isCut = false
  for index in lines.indices {
    let around = max(0, index - 2)...min(lines.count - 1, index + 2)
    if lines[around].contains(where: { $0.mark != " " }) {
      kept.append(lines[index])
      isCut = false
    } else if !isCut {
      kept.append((" ", "…"))
      isCut = true
    }
  }
  return kept
}
