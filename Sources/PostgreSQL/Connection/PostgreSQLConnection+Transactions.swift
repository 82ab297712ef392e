extension PostgreSQLConnection {
  /// Runs `body` in a transaction that is committed when it returns and rolled back when it throws.
  ///
  /// - Throws: ``PostgreSQLError``, and errors of `body`.
  public func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try transaction("BEGIN", body)
  }

  /// Runs `body` in a read transaction whose statements all see the same state.
  ///
  /// - Throws: ``PostgreSQLError``, and errors of `body`.
  public func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
    try transaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", body)
  }

  /// Runs `body` in a transaction without a limit on its time.
  ///
  /// - Throws: ``PostgreSQLError``, and errors of `body`.
  public func longTransaction<Result>(_ body: () throws -> Result) throws -> Result {
    let timeout = responseTimeout
    responseTimeout = -1
    defer { responseTimeout = timeout }
    return try transaction {
      queue("SELECT set_config('statement_timeout', '0', true)")
      return try body()
    }
  }

  private func transaction<Result>(
    _ begin: StaticString, _ body: () throws -> Result
  ) throws -> Result {
    queue(begin)
    do {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  private func rollBack() {
    removeQueue()
    guard isUsable else { return }
    // A connection that cannot roll back is closed, and the server rolls back.
    do { try run("ROLLBACK") } catch { isUsable = false }
  }
}
