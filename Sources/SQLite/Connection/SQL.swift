/// One or several SQL statements. They are a literal of the program, so values cannot become part of their text.
///
/// ```swift
/// try connection.run("DELETE FROM notes WHERE id = ?", .integer(7))
/// ```
///
/// A statement cannot be made from a `String` or by interpolation. Values are bound (``SQLValue``).
public struct SQL: ExpressibleByStringLiteral, Sendable {
  let literal: StaticString

  /// Creates a statement from a literal of the program.
  public init(stringLiteral literal: StaticString) { self.literal = literal }

  /// The text of the statement.
  ///
  /// - Complexity: O(n).
  public var text: String { literal.description }
}
