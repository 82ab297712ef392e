import CSQLite

extension Connection {
  /// Bounds what a value or a statement in a hostile file can make SQLite do.
  ///
  /// A text of any length is cut off where it is read, so that a long one alone makes no database useless.
  func setLimits() {
    setLimit(SQLITE_LIMIT_LENGTH, 128 << 20)
    setLimit(SQLITE_LIMIT_SQL_LENGTH, 64 << 10)
    setLimit(SQLITE_LIMIT_COLUMN, 100)
    setLimit(SQLITE_LIMIT_EXPR_DEPTH, 100)
    setLimit(SQLITE_LIMIT_TRIGGER_DEPTH, 10)
  }

  /// Sets one of SQLite's `SQLITE_LIMIT_…`.
  func setLimit(_ limit: Int32, _ value: Int32) { sqlite3_limit(handle, limit, value) }

  /// Runs `body`, whose statements read no more than the schema, and throws if the schema is far too large for that.
  ///
  /// - Throws: ``DatabaseError`` with the reason `foreignSchema`, and what `body` throws.
  func withSchemaLimit(_ body: () throws -> Void) throws {
    limitWork(to: WorkBudget.schema)
    defer { limitWork(to: nil) }
    do {
      try body()
    } catch let error as DatabaseError where error.code == SQLITE_INTERRUPT {
      throw DatabaseError(
        reason: .foreignSchema, code: error.code, extendedCode: error.extendedCode,
        message: "much was added", sql: error.sql, path: path)
    }
  }
}
