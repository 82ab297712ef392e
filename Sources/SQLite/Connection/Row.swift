import CSQLite
import FoundationEssentials

/// The row that a statement stands on, good until the statement moves.
///
/// Columns are counted from 0. Reading one costs O(1), and a text or bytes O(n) in their length.
public struct Row {
  let statement: OpaquePointer
  let path: String

  /// A whole number; 0 for NULL.
  public func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  /// Whether the column is NULL.
  public func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(statement, column) == SQLITE_NULL
  }

  /// Text; bytes that are not UTF-8 come back as U+FFFD, and of what is longer than 64 KB its beginning.
  public func text(_ column: Int32) -> String {
    guard let bytes = sqlite3_column_text(statement, column) else { return "" }
    let count = min(Int(sqlite3_column_bytes(statement, column)), Self.maxTextLength)
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// In bytes.
  private static let maxTextLength = 1 << 16

  /// Calls `body` with the column's bytes, which are not copied.
  public func withBytes<Result>(
    _ column: Int32, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let bytes = sqlite3_column_blob(statement, column)
    let count = Int(sqlite3_column_bytes(statement, column))
    return body(UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
  }

  /// A UUID of sixteen bytes.
  ///
  /// - Throws: ``DatabaseError`` with the reason `corrupt` unless the column has sixteen bytes.
  public func uuid(_ column: Int32) throws -> UUID {
    let uuid = withBytes(column) { bytes in
      bytes.count == 16 ? UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)) : nil
    }
    guard let uuid else { throw damaged("an id that is no UUID") }
    return uuid
  }

  /// Returns an error with the reason `corrupt`, for a row that holds what the program never wrote.
  public func damaged(_ message: String) -> DatabaseError {
    DatabaseError(
      reason: .corrupt, code: SQLITE_CORRUPT, extendedCode: SQLITE_CORRUPT, message: message,
      sql: sqlite3_sql(statement).map { String(cString: $0) }, path: path)
  }
}
