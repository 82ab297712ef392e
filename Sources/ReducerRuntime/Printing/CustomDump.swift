/// Prints `value` property by property, in the format of test failures.
///
/// ```swift
/// customDump(store.state)
/// ```
///
/// - Parameters:
///   - name: A label to print before the value.
///   - indent: The number of spaces before each line.
///   - maxDepth: The number of levels to print. Deeper values are printed as `…`.
/// - Returns: The value, so that a call can be a part of an expression.
/// - Complexity: O(size of the value), by reflection.
@discardableResult
public func customDump<Value>(
  _ value: Value, name: String? = nil, indent: Int = 0, maxDepth: Int = .max
) -> Value {
  var text = ""
  customDump(value, to: &text, name: name, indent: indent, maxDepth: maxDepth)
  print(text)
  return value
}

/// Writes `value` property by property to `target`.
///
/// - Parameters:
///   - name: A label to write before the value.
///   - indent: The number of spaces before each line.
///   - maxDepth: The number of levels to write. Deeper values are written as `…`.
/// - Returns: The value, so that a call can be a part of an expression.
@discardableResult
public func customDump<Value>(
  _ value: Value, to target: inout some TextOutputStream, name: String? = nil, indent: Int = 0,
  maxDepth: Int = .max
) -> Value {
  var dumper = Dumper()
  let lines = dumper.lines(
    of: value, prefix: name.map { "\($0): " } ?? "", isRoot: true, depth: maxDepth)
  target.write(indented(lines, by: indent).joined(separator: "\n"))
  return value
}

/// Returns the line-by-line difference of two values, or `nil` if they are equal.
///
/// Values of `Equatable` types are compared with `==`, others property by property.
///
/// - Complexity: O(size of the values); O(elements × differences) in a collection.
public func diff<Value>(
  _ first: Value, _ second: Value, format: DiffFormat = .default
) -> String? {
  guard !areEqual(first, second) else { return nil }
  var differ = Differ()
  return differ.lines(first, second)
    .map { line in
      let mark =
        switch line.mark {
        case .removed: format.first
        case .inserted: format.second
        case nil: format.both
        }
      return "\(mark) \(line.text)"
    }
    .joined(separator: "\n")
}

/// The marks at the beginning of a difference's lines.
public struct DiffFormat: Sendable {
  /// The mark of a line that only the first value has.
  public var first: String
  /// The mark of a line that only the second value has.
  public var second: String
  /// The mark of a line that both values have.
  public var both: String

  /// Creates a format from the text before a line of the first value, of the second one, and of both.
  public init(first: String, second: String, both: String) {
    (self.first, self.second, self.both) = (first, second, both)
  }

  /// The marks `-`, `+` and a space.
  public static let `default` = Self(first: "-", second: "+", both: " ")

  /// Marks of equal width in proportional fonts: a minus sign, a plus sign and a figure space.
  public static let proportional = Self(first: "\u{2212}", second: "+", both: "\u{2007}")
}

extension String {
  /// Creates a string with one line for each property of `value`.
  public init<Value>(customDumping value: Value) {
    self = ""
    customDump(value, to: &self)
  }
}

/// Returns `value` on one line, truncated if it is long.
package func describe(_ value: some Any) -> String {
  var dumper = Dumper()
  let line = dumper.lines(of: value).map { $0.drop { $0 == " " } }.joined(separator: " ")
  return line.count > 120 ? line.prefix(119) + "…" : line
}

/// Returns the difference of two values for a failure: `−` lines are only in the first, `+` lines only in the second.
///
/// - Returns: The indented lines; `nil` if the values are equal.
package func lineDifference(_ first: some Any, _ second: some Any) -> String? {
  diff(first as Any, second as Any, format: DiffFormat(first: "−", second: "+", both: " "))
    .map { indented(split($0)).joined(separator: "\n") }
}
