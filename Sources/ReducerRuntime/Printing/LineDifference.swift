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
  return changedLines(old, new)
    .map { "  \($0.mark.map { $0 == .removed ? "−" : "+" } ?? " ") \($0.text)" }
    .joined(separator: "\n")
}

/// A line of a difference.
struct ChangedLine {
  enum Mark { case removed, inserted }
  /// The change; `nil` for a line of context.
  var mark: Mark?
  var text: String
}

/// Returns the lines that differ, with two lines of context.
///
/// The index of an element and the comma after it are not compared, so that an insertion changes no other element.
func changedLines(_ old: [String], _ new: [String]) -> [ChangedLine] {
  let difference = new.map(withoutPosition).difference(from: old.map(withoutPosition))
  let removed = Set(difference.removals.map(\.offset))
  let inserted = Set(difference.insertions.map(\.offset))
  var lines: [ChangedLine] = []
  var (oldIndex, newIndex) = (0, 0)
  while oldIndex < old.count || newIndex < new.count {
    if removed.contains(oldIndex) {
      lines.append(ChangedLine(mark: .removed, text: old[oldIndex]))
      oldIndex += 1
    } else if inserted.contains(newIndex) {
      lines.append(ChangedLine(mark: .inserted, text: new[newIndex]))
      newIndex += 1
    } else {
      lines.append(ChangedLine(text: new[newIndex]))
      oldIndex += 1
      newIndex += 1
    }
  }
  return withContext(lines)
}

/// Returns `line` without the index of an element at the beginning and the comma at the end.
private func withoutPosition(_ line: String) -> String {
  let line = line.hasSuffix(",") ? line.dropLast() : line[...]
  let indent = line.prefix { $0 == " " }
  let text = line[indent.endIndex...]
  guard text.hasPrefix("["), let end = text.firstIndex(of: "]") else { return String(line) }
  return text[text.index(after: text.startIndex)..<end].allSatisfy(\.isNumber)
    ? "\(indent)\(text[end...])" : String(line)
}

extension CollectionDifference.Change {
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}

/// Returns the changed lines with two lines of context; omitted lines are shown as one `…`.
private func withContext(_ lines: [ChangedLine]) -> [ChangedLine] {
  var kept: [ChangedLine] = []
  var isCut = false
  for index in lines.indices {
    let around = max(0, index - 2)...min(lines.count - 1, index + 2)
    if lines[around].contains(where: { $0.mark != nil }) {
      kept.append(lines[index])
      isCut = false
    } else if !isCut {
      kept.append(ChangedLine(text: "…"))
      isCut = true
    }
  }
  return kept
}
