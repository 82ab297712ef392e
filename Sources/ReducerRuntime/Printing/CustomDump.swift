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

/// Returns the line-by-line difference of two values, or `nil` if they print the same.
///
/// In an assertion of a ``SharedChangeTracker``, shared values in `first` are the expected ones, and those in `second`
/// the actual ones.
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
