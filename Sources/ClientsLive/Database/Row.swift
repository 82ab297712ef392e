import CSQLite
import Clients
import FoundationEssentials

/// The row a statement stands on, good until the statement moves.
///
/// Columns are counted from 0.
struct Row {
  let statement: OpaquePointer
  let path: String

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

  /// Text; bytes that are not UTF-8 come back as U+FFFD.
  func text(_ column: Int32) -> String {
    guard let bytes = sqlite3_column_text(statement, column) else { return "" }
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// Calls `body` with the column's bytes, which are not copied.
  func withBytes<Result>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let bytes = sqlite3_column_blob(statement, column)
    let count = Int(sqlite3_column_bytes(statement, column))
    return body(UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
  }

  /// - Throws: ``DatabaseError`` with the reason `corrupt` unless the column has sixteen bytes.
  func uuid(_ column: Int32) throws -> UUID {
    let uuid = withBytes(column) { bytes in
      bytes.count == 16 ? UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)) : nil
    }
    guard let uuid else { throw damaged("an id that is no UUID") }
    return uuid
  }

  /// What a row holds that no version of the program wrote.
  func damaged(_ what: String) -> DatabaseError {
    DatabaseError(
      reason: .corrupt, code: SQLITE_CORRUPT, extendedCode: SQLITE_CORRUPT, message: what,
      sql: sqlite3_sql(statement).map { String(cString: $0) }, path: path)
  }
}
