import CSQLite
import FoundationEssentials

/// The current row of a statement, valid until the statement advances.
///
/// Columns are read by name or, in statements with only a few expressions, by number from 0. Reading a number is O(1);
/// reading text or bytes is O(n) in their length.
public struct Row {
  let statement: Statement
  let path: String

  /// The names of the columns.
  public var columnNames: [String] {
    statement.columns.sorted { $0.value < $1.value }.map(\.key)
  }

  /// Returns whether the statement has a column.
  public func has(_ column: String) -> Bool { statement.columns[column] != nil }

  /// Returns the number of a column, which the statement must have.
  func number(of column: String) -> Int32 {
    guard let number = statement.columns[column] else {
      preconditionFailure("no column \(column) in \(sql ?? "the statement")")
    }
    return number
  }

  private var sql: String? { sqlite3_sql(statement.handle).map { String(cString: $0) } }

  /// Returns an integer; 0 for NULL.
  public func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement.handle, column) }

  /// Returns whether the column is NULL.
  public func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(statement.handle, column) == SQLITE_NULL
  }

  /// Returns text; empty for NULL. Invalid UTF-8 becomes U+FFFD, and text is truncated to 64 KB.
  public func text(_ column: Int32) -> String {
    guard let bytes = sqlite3_column_text(statement.handle, column) else { return "" }
    let count = min(Int(sqlite3_column_bytes(statement.handle, column)), Self.maxTextLength)
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// The maximum length of text in bytes.
  private static let maxTextLength = 1 << 16

  /// Calls `body` with the bytes of the column, without copying them. The buffer is empty for NULL.
  public func withBytes<Result>(
    _ column: Int32, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let bytes = sqlite3_column_blob(statement.handle, column)
    let count = Int(sqlite3_column_bytes(statement.handle, column))
    return body(UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
  }

  /// Returns a UUID, stored as sixteen bytes.
  ///
  /// - Throws: ``DatabaseError`` with the reason `corrupt` unless the column has sixteen bytes.
  public func uuid(_ column: Int32) throws -> UUID {
    let uuid = withBytes(column) { bytes in
      bytes.count == 16 ? UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)) : nil
    }
    guard let uuid else { throw corruptionError("an ID that is not a UUID") }
    return uuid
  }

  /// Returns an error with the reason `corrupt`, for a row with a value that the program never writes.
  public func corruptionError(_ message: String) -> DatabaseError {
    DatabaseError(
      reason: .corrupt, code: SQLITE_CORRUPT, extendedCode: SQLITE_CORRUPT, message: message,
      sql: sql, path: path)
  }
}

// MARK: - By name

extension Row {
  /// Returns an integer; 0 for NULL.
  public func integer(_ column: String) -> Int64 { integer(number(of: column)) }

  /// Returns an integer; `nil` for NULL.
  public func integerOrNil(_ column: String) -> Int64? {
    isNull(column) ? nil : integer(column)
  }

  /// Returns whether the column is NULL.
  public func isNull(_ column: String) -> Bool { isNull(number(of: column)) }

  /// Returns text; empty for NULL. Invalid UTF-8 becomes U+FFFD, and text is truncated to 64 KB.
  public func text(_ column: String) -> String { text(number(of: column)) }

  /// Returns text; `nil` for NULL.
  public func textOrNil(_ column: String) -> String? { isNull(column) ? nil : text(column) }

  /// Calls `body` with the bytes of the column, without copying them. The buffer is empty for NULL.
  public func withBytes<Result>(
    _ column: String, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result { withBytes(number(of: column), body) }

  /// Returns a UUID, stored as sixteen bytes.
  ///
  /// - Throws: ``DatabaseError`` with the reason `corrupt` unless the column has sixteen bytes.
  public func uuid(_ column: String) throws -> UUID { try uuid(number(of: column)) }
}
