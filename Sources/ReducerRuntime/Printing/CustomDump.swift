/// Prints `value` property by property, in the format of test failures.
///
/// ```swift
/// customDump(store.state)
/// ```
///
/// - Returns: The value, so that a call can be a part of an expression.
/// - Complexity: O(size of the value), by reflection.
@discardableResult
public func customDump<Value>(_ value: Value) -> Value {
  print(String(customDumping: value))
  return value
}

/// Writes `value` property by property to `target`.
public func customDump<Value>(_ value: Value, to target: inout some TextOutputStream) {
  target.write(String(customDumping: value))
}

/// Returns the line-by-line difference of two values, or `nil` if their dumps are equal.
///
/// - Complexity: O(lines × differences).
public func diff<Value>(_ first: Value, _ second: Value) -> String? {
  let old = dumpLines(first)
  let new = SharedChangeTracker.readActual { dumpLines(second) }
  if old == new { return nil }
  return changedLines(old, new)
    .map { "\($0.mark.map { $0 == .removed ? "-" : "+" } ?? " ") \($0.text)" }
    .joined(separator: "\n")
}

extension String {
  /// Creates a string with one line for each property of `value`.
  public init<Value>(customDumping value: Value) {
    self = dumpLines(value, isRoot: true).joined(separator: "\n")
  }
}

/// Returns `value` on one line, truncated if it is long.
package func describe(_ value: some Any) -> String {
  let line = dumpLines(value).map { $0.drop { $0 == " " } }.joined(separator: " ")
  return line.count > 120 ? line.prefix(119) + "…" : line
}

// MARK: - Lines of a value

/// Returns `value` as lines of text, one for each property, for printing and line-by-line comparison.
///
/// Properties added by observation macros are omitted. An object or a shared value is numbered and printed only once.
///
/// - Parameter isRoot: Whether an enum is printed with its type: `Phase.rest` instead of `.rest`.
package func dumpLines(_ value: Any, isRoot: Bool = false) -> [String] {
  var dump = Dump()
  return dump.lines(of: value, isRoot: isRoot)
}

/// The state of printing a value.
private struct Dump {
  private typealias Element = (label: String?, value: Any)

  /// The numbers of the objects and shared values that were printed.
  private var numbers: [ObjectIdentifier: Int] = [:]
  /// The number of printed objects and shared values of each type.
  private var counts: [String: Int] = [:]

  mutating func lines(of value: Any, isRoot: Bool = false) -> [String] {
    if let shared = value as? any SharedValue { return lines(of: shared) }
    let mirror = Mirror(reflecting: value)
    let children = mirror.children.filter { !($0.label ?? "").hasPrefix("_$") }
    let type = "\(mirror.subjectType)"
    switch mirror.displayStyle {
    case .optional:
      return children.first.map { lines(of: $0.value, isRoot: isRoot) } ?? ["nil"]
    case .struct where value is any CustomStringConvertible:
      return ["\(value)"]
    case .struct:
      return list("\(type)(", properties(children), ")")
    case .class:
      let object = ObjectIdentifier(value as AnyObject)
      let isKnown = numbers[object] != nil
      let number = number(of: object, type)
      let name = number > 1 ? "\(type)#\(number)" : type
      return isKnown ? ["\(name)(↩︎)"] : list("\(name)(", properties(children), ")")
    case .enum:
      let prefix = isRoot ? "\(type)." : "."
      guard let payload = children.first else { return ["\(prefix)\(value)"] }
      let inner = Mirror(reflecting: payload.value)
      let values =
        inner.displayStyle == .tuple ? properties(inner.children) : [(nil, payload.value)]
      return list("\(prefix)\(payload.label ?? "\(value)")(", values, ")")
    case .collection:
      let elements = children.enumerated().map { Element("[\($0.offset)]", $0.element.value) }
      return list("[", elements, "]", isCollection: true)
    case .set:
      return list("Set([", sorted(children.map { (nil, $0.value) }), "])", isCollection: true)
    case .dictionary:
      if children.isEmpty { return ["[:]"] }
      let pairs = children.map { child -> Element in
        let pair = Array(Mirror(reflecting: child.value).children)
        return (describe(pair[0].value), pair[1].value)
      }
      let isUnordered = value is [AnyHashable: Any]
      return list("[", isUnordered ? sorted(pairs) : pairs, "]", isCollection: true)
    case .tuple:
      return list("(", properties(mirror.children), ")")
    default:
      return [value is String ? String(reflecting: value) : "\(value)"]
    }
  }

  /// Returns the lines of a shared value, or only its type if it has been printed before.
  private mutating func lines(of shared: any SharedValue) -> [String] {
    let value = shared.dumpedValue
    let type = "\(Mirror(reflecting: value).subjectType)"
    let isKnown = numbers[shared.dumpedIdentity] != nil
    var lines = isKnown ? ["\(type)(↩︎)"] : []
    let number = number(of: shared.dumpedIdentity, type)
    if !isKnown { lines = self.lines(of: value) }
    lines[0] = "#\(number) \(lines[0])"
    return lines
  }

  private mutating func number(of object: ObjectIdentifier, _ type: String) -> Int {
    if let number = numbers[object] { return number }
    counts[type, default: 0] += 1
    numbers[object] = counts[type]
    return counts[type, default: 1]
  }

  /// Returns `elements` between `open` and `close`, on one line if there is at most one element and it is plain.
  private mutating func list(
    _ open: String, _ elements: [Element], _ close: String, isCollection: Bool = false
  ) -> [String] {
    if elements.isEmpty { return [open + close] }
    var body: [String] = []
    for (offset, element) in elements.enumerated() {
      var lines = lines(of: element.value)
      if let label = element.label { lines[0] = "\(label): \(lines[0])" }
      if offset < elements.count - 1 { lines[lines.count - 1] += "," }
      body += lines
    }
    if !isCollection, elements.count == 1, body.count == 1, isPlain(elements[0].value) {
      return [open + body[0] + close]
    }
    return [open] + body.map { "  \($0)" } + [close]
  }

  /// Whether `value` has no properties, elements or payload.
  private func isPlain(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    return mirror.children.isEmpty
      || mirror.displayStyle == .struct && value is any CustomStringConvertible
  }

  private func properties(_ children: some Sequence<Mirror.Child>) -> [Element] {
    children.map { child in
      // A mirror labels an unlabeled tuple element `.0`, and the storage of a macro or wrapper `_name`.
      guard let label = child.label, !label.hasPrefix(".") else { return (nil, child.value) }
      return (label.hasPrefix("_") ? String(label.dropFirst()) : label, child.value)
    }
  }

  /// Returns `elements` sorted by description, because a set or dictionary has no order.
  private func sorted(_ elements: [Element]) -> [Element] {
    elements.map { (key: $0.label ?? describe($0.value), element: $0) }
      .sorted { $0.key < $1.key }.map(\.element)
  }
}

// MARK: - Differences

/// Returns the line-by-line difference of two values: `−` lines are only in the first, `+` lines only in the second.
///
/// - Complexity: O(lines × differences).
package func lineDifference(_ first: some Any, _ second: some Any) -> String {
  lineDifference(lines: dumpLines(first), dumpLines(second))
}

/// Returns the line-by-line difference of two values that are already dumped.
package func lineDifference(lines old: [String], _ new: [String]) -> String {
  if old == new {
    return "  (The values are not equal, but their dumps are.)"
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
/// An element's index and the comma after the element are ignored, so that an insertion does not mark other elements.
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
