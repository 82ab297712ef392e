import CSQLite

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
  private func step(
    _ sql: SQL, _ values: [SQLValue], _ body: (Row) throws -> Bool
  ) throws {
    let statement = try prepared(sql)
    // The result of the reset is ignored, because it only repeats the error of the last step.
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    for (index, value) in values.enumerated() {
      guard value.bind(to: statement, at: Int32(index + 1)) == SQLITE_OK else {
        throw lastError(sql: sql.text)
      }
    }
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        guard try body(Row(statement: statement, path: path)) else { return }
      case SQLITE_DONE:
        return
      default:
        throw lastError(sql: sql.text)
      }
    }
  }

  /// Returns the cached statement for `sql`, or prepares and caches it. The key is the address of the literal.
  private func prepared(_ sql: SQL) throws -> OpaquePointer {
    guard handle != nil else { throw closedError(sql.text) }
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
      throw lastError(sql: sql.text)
    }
    statements[key] = statement
    return statement
  }

  private func closedError(_ sql: String) -> DatabaseError {
    DatabaseError(
      reason: .misuse, code: SQLITE_MISUSE, extendedCode: SQLITE_MISUSE,
      message: "the connection is closed", sql: sql, path: path)
  }
}
