import CSQLite
import FoundationEssentials

/// The current row of a statement, valid until the statement advances.
///
/// Columns are numbered from 0. Reading a number is O(1); reading text or bytes is O(n) in their length.
public struct Row {
  let statement: OpaquePointer
  let path: String

  /// The names of the columns.
  public var columnNames: [String] {
    (0..<sqlite3_column_count(statement)).map {
      String(cString: sqlite3_column_name(statement, $0))
    }
  }

  /// Returns an integer; 0 for NULL.
  public func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  /// Returns whether the column is NULL.
  public func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(statement, column) == SQLITE_NULL
  }

  /// Returns text; empty for NULL. Invalid UTF-8 becomes U+FFFD, and text is truncated to 64 KB.
  public func text(_ column: Int32) -> String {
    guard let bytes = sqlite3_column_text(statement, column) else { return "" }
    let count = min(Int(sqlite3_column_bytes(statement, column)), Self.maxTextLength)
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// The maximum length of text in bytes.
  private static let maxTextLength = 1 << 16

  /// Calls `body` with the bytes of the column, without copying them; with an empty buffer for NULL.
  public func withBytes<Result>(
    _ column: Int32, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let bytes = sqlite3_column_blob(statement, column)
    let count = Int(sqlite3_column_bytes(statement, column))
    return body(UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
  }

  /// Returns a UUID, stored as sixteen bytes.
  ///
  /// - Throws: ``DatabaseError`` with the reason `corrupt` unless the column has sixteen bytes.
  public func uuid(_ column: Int32) throws -> UUID {
    let uuid = withBytes(column) { bytes in
      bytes.count == 16 ? UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)) : nil
    }
    guard let uuid else { throw corruptionError("an id that is not a UUID") }
    return uuid
  }

  /// Returns an error with the reason `corrupt`, for a row with a value that the program never writes.
  public func corruptionError(_ message: String) -> DatabaseError {
    DatabaseError(
      reason: .corrupt, code: SQLITE_CORRUPT, extendedCode: SQLITE_CORRUPT, message: message,
      sql: sqlite3_sql(statement).map { String(cString: $0) }, path: path)
  }
}
