import FoundationEssentials
import Models
import PostgreSQL

/// A driver of a ``Storage``: connections to an SQLite or a PostgreSQL database, and reports of changes in it.
protocol StorageDatabase: Sendable {
  /// Calls `body` with a connection, for one call of ``StorageConnection/run(_:read:)``.
  ///
  /// - Throws: ``StorageError``, and other errors of `body`, like all methods below.
  func read<Result>(_ body: (any StorageConnection) throws -> Result) throws -> Result

  /// Calls `body` in a transaction whose statements all see the same snapshot.
  func snapshot<Result>(_ body: (any StorageConnection) throws -> Result) throws -> Result

  /// Calls `body` in a transaction, and after the commit reports the changes that `body` inserted into its set.
  ///
  /// `body` may be called again after a conflict with another transaction, and after a lost connection, even if its
  /// changes were already committed. So it must be idempotent: a repeated call must find nothing left to change.
  ///
  /// - Parameter kind: The time and the durability that the transaction needs.
  func write<Result>(
    _ kind: WriteKind, _ body: (any StorageConnection, inout Set<StorageChange>) throws -> Result
  ) throws -> Result

  /// Merges some of the changes in `score_changes`, unless the database merges them immediately.
  func mergeSomeScoreChanges(of boards: Set<Int64>)

  /// Calls `handler` after each change, like ``Storage/observeChanges(_:)``.
  func observeChanges(_ handler: @escaping @Sendable (StorageChange) -> Void)

  /// Reads the database and reports the changes by other processes that were not reported yet.
  func reportOthersChanges() throws

  /// Returns the number for ``Storage/epoch()``.
  func epoch() -> Int?

  /// Returns the time for ``Storage/time()``.
  func time() -> Int64?
}

extension StorageDatabase {
  func time() -> Int64? { nil }

  /// Returns all changes that may have been missed, except those of journals.
  func allChanges() -> [StorageChange] {
    let session = StorageSession(storage: Storage(self))
    let changes = try? session.groups().flatMap { group -> [StorageChange] in
      [.access(group.id)] + (try read { try session.boardChanges(of: group.id, on: $0) })
        + (try session.raceChanges(of: group.id))
    }
    return changes ?? []
  }

  func write<Result>(
    _ body: (any StorageConnection, inout Set<StorageChange>) throws -> Result
  ) throws -> Result { try write(.usual, body) }
}

/// A kind of write transaction.
enum WriteKind {
  case usual
  /// A transaction that may take longer than a few seconds.
  case long
}

/// A connection to a ``StorageDatabase``, for one thread at a time.
///
/// Both databases use the parameters `$1`, `$2`, …. They are numbered in the order of their first occurrences, because
/// SQLite treats them as names, which it numbers in that order.
protocol StorageConnection {
  /// Runs statements in order. PostgreSQL needs one round trip for all of them.
  ///
  /// - Parameter read: Called for each row with the index of its statement.
  func run(_ statements: [Statement], read: (Int, any StorageRow) throws -> Void) throws

  /// Runs a statement without using its result. PostgreSQL receives it with the next one, which reports errors of both.
  func queue(_ statement: Statement) throws

  /// Runs a query that locks rows until the end of the transaction. SQLite has only one writer, and needs no locks.
  func lock(_ statement: Statement)
}

extension StorageConnection {
  /// Runs a statement without using its result, like ``queue(_:)``.
  func queue(_ sql: StaticString, _ values: Value...) throws {
    try queue(Statement(sql, values))
  }

  /// Locks rows, like ``lock(_:)``.
  func lock(_ sql: StaticString, _ values: Value...) { lock(Statement(sql, values)) }

  /// Returns the first row of a statement, converted by `read`, or `nil` if there are no rows.
  func first<Result>(
    _ sql: StaticString, _ values: Value..., read: (any StorageRow) throws -> Result
  ) throws -> Result? {
    var result: Result?
    try run([Statement(sql, values)]) { _, row in if result == nil { result = try read(row) } }
    return result
  }

  /// Returns all rows of a statement, converted by `read`.
  func all<Result>(
    _ sql: StaticString, _ values: Value..., read: (any StorageRow) throws -> Result
  ) throws -> [Result] {
    var results: [Result] = []
    try run([Statement(sql, values)]) { _, row in results.append(try read(row)) }
    return results
  }

  /// Runs a statement, and returns whether it has a row.
  func hasRow(_ sql: StaticString, _ values: Value...) throws -> Bool {
    var hasRow = false
    try run([Statement(sql, values)]) { _, _ in hasRow = true }
    return hasRow
  }
}

/// A row, valid while it is being read. Reading a column throws if its value is NULL or was not written by the program.
protocol StorageRow {
  func integer(_ column: String) throws -> Int64
  func boolean(_ column: String) throws -> Bool
  func text(_ column: String) throws -> String
  func bytes(_ column: String) throws -> [UInt8]
  func uuid(_ column: String) throws -> UUID

  /// Returns an error for a value of the right type that was not written by the program.
  func unexpectedValue(in column: String) -> any Error
}

extension StorageRow {
  /// Returns a number of people or reps.
  func count(_ column: String) throws -> Int { Int(clamping: try integer(column)) }

  func date(_ column: String) throws -> Date {
    Date(millisecondsSince1970: try integer(column))
  }

  /// Returns a value that is stored as its raw value.
  func value<Value: RawRepresentable<String>>(_ column: String) throws -> Value {
    guard let value = Value(rawValue: try text(column)) else { throw unexpectedValue(in: column) }
    return value
  }
}
