/// A statement of SQL, or several: a literal of the program, so that no value can become part of its text.
///
/// ```swift
/// try connection.run("DELETE FROM notes WHERE id = ?", .integer(7))
/// ```
///
/// There is no other way to make one: neither from a `String` nor by interpolation. Values are bound (``SQLValue``).
public struct SQL: ExpressibleByStringLiteral, Sendable {
  let literal: StaticString

  public init(stringLiteral literal: StaticString) { self.literal = literal }

  /// The statement as text.
  ///
  /// - Complexity: O(n).
  public var text: String { literal.description }
}
