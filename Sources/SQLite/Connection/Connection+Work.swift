import CSQLite

/// What some statements cost, as SQLite counts it: the same on every machine.
public struct Work: Equatable, Sendable {
  /// Instructions of SQLite's machine.
  public var steps = 0
  /// Rows passed on the way through a whole table.
  public var scanned = 0
  /// Sorts.
  public var sorts = 0
  /// Statements carried out, those that begin and end a transaction among them.
  public var statements = 0
}

extension Connection {
  /// Returns what the statements have cost that were carried out since this was asked last, triggers included.
  ///
  /// - Complexity: O(n) in the statements that are kept.
  public func takeWork() -> Work {
    statements.values.reduce(into: Work()) { work, statement in
      func count(_ what: Int32) -> Int { Int(sqlite3_stmt_status(statement, what, 1)) }
      work.steps += count(SQLITE_STMTSTATUS_VM_STEP)
      work.scanned += count(SQLITE_STMTSTATUS_FULLSCAN_STEP)
      work.sorts += count(SQLITE_STMTSTATUS_SORT)
      work.statements += count(SQLITE_STMTSTATUS_RUN)
    }
  }
}
