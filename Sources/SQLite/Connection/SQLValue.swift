import CSQLite
import FoundationEssentials

/// A value to bind to a parameter of a statement. Values never become part of a statement's text.
public enum SQLValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case text(String)
  case bytes([UInt8])

  /// Returns a number, or NULL for `nil`.
  public static func integer(_ value: Int64?) -> SQLValue { value.map { .integer($0) } ?? .null }

  /// Returns a text, or NULL for `nil`.
  public static func text(_ value: String?) -> SQLValue { value.map { .text($0) } ?? .null }

  /// Returns a UUID as its sixteen bytes.
  public static func uuid(_ value: UUID) -> SQLValue {
    .bytes(withUnsafeBytes(of: value.uuid) { Array($0) })
  }

  /// Binds the value to the parameter at `index`, numbered from 1.
  ///
  /// - Returns: SQLite's result code.
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    switch self {
    case .null:
      return sqlite3_bind_null(statement, index)
    case .integer(let value):
      return sqlite3_bind_int64(statement, index, value)
    case .text(var value):
      return value.withUTF8 { utf8 in
        utf8.withMemoryRebound(to: CChar.self) { text in
          // The buffer of an empty string may have no address.
          text.baseAddress.map {
            csqlite_bind_text(statement, index, $0, UInt64(text.count))
          } ?? csqlite_bind_text(statement, index, "", 0)
        }
      }
    case .bytes(let value):
      return value.withUnsafeBytes {
        csqlite_bind_blob(statement, index, $0.baseAddress, UInt64($0.count))
      }
    }
  }
}
