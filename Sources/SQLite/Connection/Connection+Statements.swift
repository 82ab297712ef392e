import CSQLite

extension Connection {
  /// Runs a statement and ignores its rows.
  ///
  /// - Parameters:
  ///   - sql: One statement; it is prepared once, and kept for as long as the connection is open.
  ///   - values: What stands for its parameters, in their order.
  /// - Throws: ``DatabaseError``.
  public func run(_ sql: SQL, _ values: SQLValue...) throws {
    try step(sql, values) { _ in false }
  }

  /// Returns what `read` makes of the first row of a statement, or `nil` without any.
  ///
  /// - Throws: ``DatabaseError``, and what `read` throws.
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

  /// Returns what `read` makes of each row of a statement.
  ///
  /// - Throws: ``DatabaseError``, and what `read` throws.
  /// - Complexity: O(n) in the rows, beside what the statement costs.
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

  /// Calls `body` with each row of a statement, of which only one is in memory at a time.
  ///
  /// - Throws: ``DatabaseError``, and what `body` throws.
  public func forEach(_ sql: SQL, _ values: SQLValue..., body: (Row) throws -> Void) throws {
    try step(sql, values) { row in
      try body(row)
      return true
    }
  }

  /// Runs several statements without values, one after the other; they are not kept.
  ///
  /// - Throws: ``DatabaseError``; what the statements before the failing one did stays, outside of a transaction.
  public func execute(_ script: SQL) throws { try execute(text: script.text) }

  /// Runs a text that is no literal: a migration, or a pragma with a number of the module's own in it.
  ///
  /// - Throws: ``DatabaseError``, as ``execute(_:)``.
  func execute(text: String) throws {
    guard handle != nil else { throw closed(text) }
    guard sqlite3_exec(handle, text, nil, nil, nil) == SQLITE_OK else {
      throw DatabaseError(connection: handle, sql: text, path: path)
    }
  }

  /// Steps through a statement's rows for as long as `body` returns true.
  private func step(
    _ sql: SQL, _ values: [SQLValue], _ body: (Row) throws -> Bool
  ) throws {
    let statement = try prepared(sql)
    // What a failing reset reports is what the step before it reported already.
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    for (index, value) in values.enumerated() {
      guard value.bind(to: statement, at: Int32(index + 1)) == SQLITE_OK else {
        throw DatabaseError(connection: handle, sql: sql.text, path: path)
      }
    }
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        guard try body(Row(statement: statement, path: path)) else { return }
      case SQLITE_DONE:
        return
      default:
        throw DatabaseError(connection: handle, sql: sql.text, path: path)
      }
    }
  }

  private func prepared(_ sql: SQL) throws -> OpaquePointer {
    guard handle != nil else { throw closed(sql.text) }
    let text = sql.literal
    let key = UnsafeRawPointer(text.utf8Start)
    if let statement = statements[key] { return statement }
    var statement: OpaquePointer?
    let code = text.utf8Start.withMemoryRebound(to: CChar.self, capacity: text.utf8CodeUnitCount) {
      sqlite3_prepare_v3(
        handle, $0, Int32(text.utf8CodeUnitCount), UInt32(SQLITE_PREPARE_PERSISTENT), &statement,
        nil)
    }
    guard code == SQLITE_OK, let statement else {
      throw DatabaseError(connection: handle, sql: sql.text, path: path)
    }
    statements[key] = statement
    return statement
  }

  private func closed(_ sql: String) -> DatabaseError {
    DatabaseError(
      reason: .misuse, code: SQLITE_MISUSE, extendedCode: SQLITE_MISUSE,
      message: "the connection is closed", sql: sql, path: path)
  }
}
