/// Prints `value` property by property, as test failures show it.
///
/// ```swift
/// customDump(store.state)
/// ```
///
/// - Returns: The value, so that a call can stand inside an expression.
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

/// How two values differ, line by line, or `nil` where they print alike.
///
/// - Complexity: O(lines × differences).
public func diff<Value>(_ first: Value, _ second: Value) -> String? {
  dumpLines(first) == dumpLines(second) ? nil : lineDifference(first, second)
}

extension String {
  /// `value`, one line for each property.
  public init<Value>(customDumping value: Value) {
    self = dumpLines(value).joined(separator: "\n")
  }
}
