/// A printer of values, which numbers objects and prints each only once.
struct Dumper {
  private var numbers: [ObjectIdentifier: Int] = [:]
  private var counts: [String: Int] = [:]
  private var printed: Set<ObjectIdentifier> = []

  /// Returns `value` as lines.
  ///
  /// - Parameters:
  ///   - prefix: The text before the value: the name of the property, the position of the element or the key.
  ///   - isRoot: Whether an enum is printed with its type: `Phase.rest` instead of `.rest`.
  ///   - depth: The number of levels below `value` to print. Deeper values are printed as `…`.
  mutating func lines(
    of value: Any, prefix: String = "", isRoot: Bool = false, depth: Int = .max
  ) -> [String] {
    let value = DumpedValue(value)
    if value.isReplaced { return lines(of: value.value, after: prefix, depth) }
    let type = typeName(value.type)
    switch value.form {
    case .text(let text):
      return split(prefix + text)
    case .string(let string):
      return literal(string, prefix: prefix, depth: depth)
    case .reference(let reference):
      let after = reference._customDiffValues.1
      let type = typeName(Swift.type(of: after))
      let (mark, isPrinted) = print(reference._objectIdentifier, type, isReference: true)
      if isPrinted { return split("\(prefix)\(mark)\(type)(↩︎)") }
      return lines(of: after, after: prefix + mark, depth)
    case .object(let object):
      let (mark, isPrinted) = print(object, type, isReference: false)
      if isPrinted { return split("\(prefix)\(mark)\(type)(↩︎)") }
      return lines(of: value, between: "\(prefix)\(mark)\(type)(", ")", depth)
    case .structure: return lines(of: value, between: "\(prefix)\(type)(", ")", depth)
    case .tuple: return lines(of: value, between: "\(prefix)(", ")", depth)
    case .collection: return lines(of: value, between: "\(prefix)[", "]", depth)
    case .set: return lines(of: value, between: "\(prefix)Set([", "])", depth)
    case .dictionary:
      if value.children.isEmpty { return split("\(prefix)[:]") }
      return lines(of: value, between: "\(prefix)[", "]", depth)
    case .optional:
      guard let wrapped = value.children.first else { return split("\(prefix)nil") }
      return lines(of: wrapped.value, after: prefix, depth)
    case .enumeration:
      let prefix = prefix + (isRoot ? "\(type)." : ".")
      guard let payload = value.children.first else { return split("\(prefix)\(value.value)") }
      return lines(of: value, between: "\(prefix)\(payload.label ?? "")(", ")", depth)
    }
  }

  /// Returns the lines of the value that another one wraps or is replaced by. They are those of a value without a
  /// name, the first one after `prefix`.
  private mutating func lines(of value: Any, after prefix: String, _ depth: Int) -> [String] {
    let lines = lines(of: value, depth: depth)
    return split(prefix + lines[0]) + lines.dropFirst()
  }

  /// Returns the children of `value` between `open` and `close`, on one line if there is only one and it is short.
  private mutating func lines(
    of value: DumpedValue, between open: String, _ close: String, _ depth: Int
  ) -> [String] {
    if value.hasInlineChild {
      let child = elements(of: value)[0]
      let lines = lines(of: child.value, prefix: child.prefix, depth: depth - 1)
      if lines.count == 1 { return split(open + lines[0] + close) }
      return depth <= 0 ? split("\(open)…\(close)") : split(open) + indented(lines) + [close]
    }
    if value.hasNoChild { return split(open + close) }
    if depth <= 0 { return split("\(open)…\(close)") }
    let elements = elements(of: value, depth: depth - 1)
    var body: [String] = []
    for (offset, element) in elements.enumerated() {
      body += lines(of: element.value, prefix: element.prefix, depth: depth - 1)
      if offset < elements.count - 1 { body[body.count - 1] += "," }
    }
    return split(open) + indented(body) + [close]
  }

  /// A child with the text that is printed before it.
  struct Element {
    var prefix = ""
    var value: Any
    /// The key of an element of a dictionary.
    var key: Any?
  }

  /// Returns the children of `value`; those of an unordered collection are sorted.
  ///
  /// - Parameter depth: The number of levels to print of a key.
  func elements(of value: DumpedValue, depth: Int = 1) -> [Element] {
    switch value.form {
    case .collection:
      return value.children.enumerated()
        .map { Element(prefix: "[\($0.offset)]: ", value: $0.element.value) }
    case .set where value.isUnordered:
      return value.children.map { (text: text(of: $0.value, depth: 1), value: $0.value) }
        .sorted { $0.text < $1.text }.map { Element(value: $0.value) }
    case .dictionary:
      let elements = value.children.map { child in
        guard let pair = DumpedValue.pair(child) else { return Element(value: child.value) }
        return Element(
          prefix: "\(text(of: pair.key, depth: depth)): ", value: pair.value, key: pair.key)
      }
      guard value.isUnordered else { return elements }
      return elements.map { (text: text(of: $0.key ?? $0.value, depth: 1), element: $0) }
        .sorted { $0.text < $1.text }.map(\.element)
    default:
      return value.printedChildren.map {
        Element(prefix: $0.label.map { "\($0): " } ?? "", value: $0.value)
      }
    }
  }

  /// Returns the text of a key or of an element to be sorted, which doesn't count as printed.
  private func text(of value: Any, depth: Int) -> String {
    var copy = self
    return copy.lines(of: value, depth: depth).joined(separator: "\n")
  }

  // MARK: - Objects

  /// Records that an object is printed.
  ///
  /// - Parameter isReference: Whether the first one of a type has a number too.
  /// - Returns: The number of the object, as `#2 `, and whether the object was printed before.
  mutating func print(
    _ object: ObjectIdentifier, _ type: String, isReference: Bool
  ) -> (mark: String, isPrinted: Bool) {
    let number = numbers[object] ?? counts[type, default: isReference ? 1 : 0]
    numbers[object] = number
    let isPrinted = !printed.insert(object).inserted
    if !isPrinted { counts[type, default: isReference ? 1 : 0] += 1 }
    return (number > 0 ? "#\(number) " : "", isPrinted)
  }

  /// Whether the object was printed.
  func isPrinted(_ object: ObjectIdentifier) -> Bool { printed.contains(object) }

  // MARK: - Strings

  /// Returns a string as a literal, which has several lines if the string has.
  private func literal(_ string: String, prefix: String, depth: Int) -> [String] {
    if string.contains(where: \.isNewline) {
      if depth <= 0 { return split("\(prefix)\"…\"") }
      let quotes = multilineQuotes(of: [string])
      return split(prefix + quotes.open)
        + indented(split(string) + [quotes.close], by: prefix.isEmpty ? 0 : 2)
    }
    guard string.contains("\"") || string.contains("\\") else {
      return split(prefix + string.debugDescription)
    }
    let hashes = String(repeating: "#", count: max(1, hashCount(of: string, after: "\"")))
    return split("\(prefix)\(hashes)\"\(string)\"\(hashes)")
  }
}

/// Returns the lines of `text`.
func split(_ text: String) -> [String] {
  text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
}

func indented(_ lines: [String], by count: Int = 2) -> [String] {
  let indent = String(repeating: " ", count: count)
  return lines.map { indent + $0 }
}

/// Returns the quotes of a literal with several lines, with enough `#` for each of `strings`.
func multilineQuotes(of strings: [String]) -> (open: String, close: String) {
  let count = strings.map { hashCount(of: $0, after: "\"\"\"") }.max() ?? 0
  let hashes = String(repeating: "#", count: count)
  return ("\(hashes)\"\"\"", "\"\"\"\(hashes)")
}

/// Returns the number of `#` that a literal of `string` needs, which may contain `quotes`.
private func hashCount(of string: String, after quotes: String) -> Int {
  var count = 0
  for index in string.indices where string[index...].hasPrefix(quotes) {
    let hashes = string[index...].dropFirst(quotes.count).prefix { $0 == "#" }
    count = max(count, hashes.count + 1)
  }
  return count
}
