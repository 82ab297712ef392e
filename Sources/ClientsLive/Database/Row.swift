import CSQLite
import Clients
import FoundationEssentials
import Models

/// The row a statement stands on, good until the statement moves.
///
/// Columns are counted from 0.
struct Row {
  let statement: OpaquePointer
  let path: String

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

  /// Text; bytes that are not UTF-8 come back as U+FFFD, and of what is longer than any text of ours its beginning.
  func text(_ column: Int32) -> String {
    guard let bytes = sqlite3_column_text(statement, column) else { return "" }
    let count = min(Int(sqlite3_column_bytes(statement, column)), Self.longestText)
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// In bytes.
  private static let longestText = 1 << 16

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

/// Numbers that somebody may have put there by hand: what nothing of ours could be is held at a bound, so that nothing
/// that is done with it later overflows.
extension Row {
  /// How many there are of something.
  func count(_ column: Int32) -> Int { Int(integer(column).clamped(to: 0...1_000_000_000_000)) }

  /// Whole milliseconds; a century at most.
  func duration(_ column: Int32) -> Duration {
    .milliseconds(integer(column).clamped(to: 0...3_155_760_000_000))
  }

  /// A moment between the years 1 and 9999.
  func date(_ column: Int32) -> Date {
    Date(millisecondsSince1970: integer(column)).roundedToMilliseconds
  }

  /// A local day between those years, counted from 1970-01-01.
  func day(_ column: Int32) -> Int64 { integer(column).clamped(to: -719_162...2_932_896) }
}

extension Int64 {
  fileprivate func clamped(to range: ClosedRange<Int64>) -> Int64 {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
