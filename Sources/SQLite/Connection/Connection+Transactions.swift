extension Connection {
  /// Runs `body` in a transaction that is committed when it returns and rolled back when it throws.
  ///
  /// The transaction takes the write lock at its start, where SQLite can wait for another process. A transaction that
  /// reads first and takes the lock at its first write fails at once if another process holds it.
  ///
  /// Inside another transaction, `body` becomes a part of that one, which alone commits or rolls back.
  ///
  /// - Throws: ``DatabaseError``, and errors of `body`; the transaction is rolled back.
  /// - Complexity: As `body`, plus a sync to the disk.
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
