import CSQLite
import FoundationEssentials

/// One or several SQL statements. They are literals in the source code, so values cannot become part of their text.
///
/// ```swift
/// try connection.run("DELETE FROM notes WHERE id = ?", .integer(7))
/// ```
///
/// A statement cannot be created from a `String` or by interpolation. Values are bound (``SQLValue``).
public struct SQL: ExpressibleByStringLiteral, Sendable {
  /// The text of the statement.
  public let text: String

  /// Creates a statement from a literal.
  public init(stringLiteral literal: StaticString) { text = literal.description }

  /// Creates a statement from the texts of literals and the names of a record's columns.
  init(text: String) { self.text = text }
}

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

// MARK: - Running statements

extension Connection {
  /// Runs a statement without reading its rows. A query stops at its first row.
  ///
  /// - Parameters:
  ///   - sql: A single statement. It is prepared once and cached until the connection closes.
  ///   - values: The values of its parameters, in order.
  /// - Throws: ``DatabaseError``.
  public func run(_ sql: SQL, _ values: SQLValue...) throws {
    try step(sql, values) { _ in false }
  }

  /// Returns the first row of a statement, converted by `read`, or `nil` if there are no rows.
  ///
  /// - Throws: ``DatabaseError``, and errors of `read`.
  public func first<Result>(
    _ sql: SQL, _ values: SQLValue..., read: (Row) throws -> Result
  ) throws -> Result? {
    var result: Result?
    try step(sql, values) { row in
      result = try read(row)
      return false
    }
    return result
  }

  /// Returns all rows of a statement, converted by `read`.
  ///
  /// - Throws: ``DatabaseError``, and errors of `read`.
  /// - Complexity: O(n) in the rows, plus the cost of the statement.
  public func all<Result>(
    _ sql: SQL, _ values: SQLValue..., read: (Row) throws -> Result
  ) throws -> [Result] {
    var results: [Result] = []
    try step(sql, values) { row in
      results.append(try read(row))
      return true
    }
    return results
  }

  /// Calls `body` for each row of a statement. Only one row is in memory at a time.
  ///
  /// - Throws: ``DatabaseError``, and errors of `body`.
  public func forEach(_ sql: SQL, _ values: SQLValue..., body: (Row) throws -> Void) throws {
    try forEach(sql, values, body: body)
  }

  /// Calls `body` for each row of a statement with a list of values.
  ///
  /// - Throws: ``DatabaseError``, and errors of `body`.
  public func forEach(_ sql: SQL, _ values: [SQLValue], body: (Row) throws -> Void) throws {
    try step(sql, values) { row in
      try body(row)
      return true
    }
  }

  /// Runs several statements without parameters. They are not cached.
  ///
  /// - Throws: ``DatabaseError``. Outside a transaction, the effects of the statements before the failing one
  ///   remain.
  public func execute(_ script: SQL) throws { try execute(text: script.text) }

  /// Runs SQL that is not a literal: a migration, or a pragma with a number that this module provides.
  ///
  /// - Throws: ``DatabaseError``, under the same conditions as ``execute(_:)``.
  func execute(text: String) throws {
    guard handle != nil else { throw closedError(text) }
    guard sqlite3_exec(handle, text, nil, nil, nil) == SQLITE_OK else {
      throw lastError(sql: text)
    }
  }

  /// Steps through the rows of a statement until `body` returns false.
  func step(_ sql: SQL, _ values: [SQLValue], _ body: (Row) throws -> Bool) throws {
    let statement = try prepared(sql)
    // The result of the reset is ignored, because it only repeats the error of the last step.
    defer {
      sqlite3_reset(statement.handle)
      sqlite3_clear_bindings(statement.handle)
    }
    for (index, value) in values.enumerated() {
      guard value.bind(to: statement.handle, at: Int32(index + 1)) == SQLITE_OK else {
        throw lastError(sql: sql.text)
      }
    }
    while true {
      switch sqlite3_step(statement.handle) {
      case SQLITE_ROW:
        guard try body(Row(statement: statement, path: path)) else { return }
      case SQLITE_DONE:
        return
      default:
        throw lastError(sql: sql.text)
      }
    }
  }

  /// Returns the cached statement for `sql`, or prepares and caches it.
  private func prepared(_ sql: SQL) throws -> Statement {
    guard handle != nil else { throw closedError(sql.text) }
    if let statement = statements[sql.text] { return statement }
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v3(
      self.handle, sql.text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard code == SQLITE_OK, let handle else { throw lastError(sql: sql.text) }
    let statement = Statement(handle)
    statements[sql.text] = statement
    return statement
  }

  private func closedError(_ sql: String) -> DatabaseError {
    DatabaseError(
      reason: .misuse, code: SQLITE_MISUSE, extendedCode: SQLITE_MISUSE,
      message: "the connection is closed", sql: sql, path: path)
  }
}

/// A prepared statement.
final class Statement {
  let handle: OpaquePointer

  /// The numbers of the columns by name. If names are equal, the first column is used.
  private(set) lazy var columns = Dictionary(
    (0..<sqlite3_column_count(handle)).map {
      (sqlite3_column_name(handle, $0).map { String(cString: $0) } ?? "", $0)
    }
  ) { first, _ in first }

  init(_ handle: OpaquePointer) { self.handle = handle }

  deinit { sqlite3_finalize(handle) }
}

// MARK: - Transactions

extension Connection {
  /// Runs `body` in a transaction that is committed when `body` returns and rolled back when `body` throws.
  ///
  /// The transaction acquires the write lock when it begins, so that SQLite can wait for another process. A transaction
  /// that reads first and acquires the lock at its first write fails immediately if another process holds it.
  ///
  /// Inside another transaction, `body` becomes part of that transaction, which alone commits or rolls back.
  ///
  /// - Throws: ``DatabaseError``, and errors of `body`; the transaction is rolled back.
  /// - Complexity: That of `body`, plus a sync to the disk.
  public func write<Result>(_ body: () throws -> Result) throws -> Result {
    try transaction("BEGIN IMMEDIATE", body)
  }

  /// Runs `body` in a read transaction, so that all of its statements see the same snapshot.
  ///
  /// - Throws: ``DatabaseError``, and errors of `body`.
  public func read<Result>(_ body: () throws -> Result) throws -> Result {
    try transaction("BEGIN", body)
  }

  private func transaction<Result>(_ begin: SQL, _ body: () throws -> Result) throws -> Result {
    guard !isInTransaction else { return try body() }
    try run(begin)
    do {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      // After some errors, such as a full disk, SQLite has already rolled back. If the rollback itself fails, the
      // first error is the more useful one to report.
      if isInTransaction { try? run("ROLLBACK") }
      throw error
    }
  }
}
