import CSQLite

extension Connection {
  /// Limits the memory and the work that a value or a statement in a hostile file can cause.
  ///
  /// Long text is truncated when it is read, so a long value alone does not make a database unusable.
  func setLimits() {
    setLimit(SQLITE_LIMIT_LENGTH, 128 << 20)
    setLimit(SQLITE_LIMIT_SQL_LENGTH, 64 << 10)
    setLimit(SQLITE_LIMIT_COLUMN, 100)
    setLimit(SQLITE_LIMIT_EXPR_DEPTH, 100)
    setLimit(SQLITE_LIMIT_TRIGGER_DEPTH, 10)
  }

  /// Sets one of SQLite's `SQLITE_LIMIT_…` limits.
  func setLimit(_ limit: Int32, _ value: Int32) { sqlite3_limit(handle, limit, value) }

  /// Runs `body`, whose statements read only the schema, with a limit on their work.
  ///
  /// - Throws: ``DatabaseError`` with the reason `unexpectedSchema` if the limit is exceeded, and errors of `body`.
  func withSchemaLimit(_ body: () throws -> Void) throws {
    limitWork(to: WorkBudget.stepsPerSchema)
    defer { limitWork(to: nil) }
    do {
      try body()
    } catch let error as DatabaseError where error.code == SQLITE_INTERRUPT {
      throw DatabaseError(
        reason: .unexpectedSchema, code: error.code, extendedCode: error.extendedCode,
        message: "much was added", sql: error.sql, path: path)
    }
  }
}
