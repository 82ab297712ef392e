extension Connection {
  /// Runs `body` in a transaction that is kept when it returns and undone when it throws.
  ///
  /// It takes the write lock at once, so that two processes wait for each other here, where SQLite can wait, and not at
  /// their first write, where it can only give up. Within another transaction it is a part of that one.
  ///
  /// - Throws: ``DatabaseError``, and what `body` throws; nothing was changed then.
  /// - Complexity: As `body`, and a wait for the disk.
  public func write<Result>(_ body: () throws -> Result) throws -> Result {
    try transaction("BEGIN IMMEDIATE", body)
  }

  /// Runs `body`, all of whose statements see the database as it is at one moment.
  ///
  /// - Throws: ``DatabaseError``, and what `body` throws.
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
      // SQLite has undone it already after some errors (a full disk, for one), and then there is nothing to undo. Should
      // the rollback fail too, the first error is the one to tell.
      if isInTransaction { try? run("ROLLBACK") }
      throw error
    }
  }
}
