import CSQLite

/// The cost of statements, as counted by SQLite: the same on every machine.
public struct StatementCosts: Equatable, Sendable {
  /// The number of instructions of SQLite's virtual machine.
  public var steps = 0
  /// The number of rows visited in full table scans.
  public var scannedRows = 0
  /// The number of sorts.
  public var sorts = 0
  /// The number of statements run, including those that begin and end a transaction.
  public var statements = 0
}

extension Connection {
  /// Returns the cost of the statements run since the last call, including triggers, and resets the counters.
  ///
  /// - Complexity: O(n) in the cached statements.
  public func consumeStatementCosts() -> StatementCosts {
    statements.values.reduce(into: StatementCosts()) { costs, statement in
      func count(_ counter: Int32) -> Int { Int(sqlite3_stmt_status(statement, counter, 1)) }
      costs.steps += count(SQLITE_STMTSTATUS_VM_STEP)
      costs.scannedRows += count(SQLITE_STMTSTATUS_FULLSCAN_STEP)
      costs.sorts += count(SQLITE_STMTSTATUS_SORT)
      costs.statements += count(SQLITE_STMTSTATUS_RUN)
    }
  }
}
