/// A step from one version of a database to the next.
///
/// Versions are counted by steps: a database is at version n when the first n have been applied. Steps are only ever
/// appended; one that was released never changes.
public struct Migration: Sendable {
  /// What an error calls it.
  public let name: String

  /// Statements to run.
  let script: String

  /// Does what SQL cannot, in the transaction of the statements and behind them.
  let work: @Sendable (Connection) throws -> Void

  /// Creates a step of statements in the program, or of what only Swift can do.
  ///
  /// - Parameter work: Called behind the statements, in the same transaction. It must leave the schema as it is.
  public init(
    _ name: String, _ script: SQL = "",
    work: @escaping @Sendable (Connection) throws -> Void = { _ in }
  ) {
    self.name = name
    self.script = script.text
    self.work = work
  }

  /// Creates a step of statements in a file that the program carries with it.
  ///
  /// - Parameter embedded: The text of that file, and nothing else: it is run as it is.
  public init(_ name: String, embedded: String) {
    self.name = name
    script = embedded
    work = { _ in }
  }
}

extension Connection {
  /// Applies the steps that the database does not have yet, each in a transaction of its own.
  ///
  /// When another process does the same at the same time, each step is applied by one of the two. A database that has
  /// steps already is backed up before the next one (``KeptBackup``), for as long as no other process can write to it.
  ///
  /// - Throws: ``DatabaseError``, and ``BackupError`` where it cannot be backed up; the database is then at the version of
  ///   the last step that worked.
  /// - Complexity: O(1) for a database that is up to date; O(size of the database) for the backup.
  public func migrate(to format: DatabaseFormat) throws {
    var version = try version()
    var isBackedUp = version == 0 || isTransient
    while version < format.version {
      version = try write {
        // Another process may have been here while this one waited for the lock.
        let current = try self.version()
        guard current < format.version else { return current }
        if !isBackedUp {
          try backUpBeforeUpdate()
          isBackedUp = true
        }
        try apply(format.migrations[current])
        try format.migrations[current].work(self)
        // Pragmas take no bound values; these two are numbers.
        try execute(text: "PRAGMA application_id = \(format.applicationID)")
        try execute(text: "PRAGMA user_version = \(current + 1)")
        return current + 1
      }
    }
  }

  private func apply(_ migration: Migration) throws {
    do {
      try execute(text: migration.script)
    } catch let error as DatabaseError {
      throw DatabaseError(
        reason: error.reason, code: error.code, extendedCode: error.extendedCode,
        message: "\(error.message), in the migration \"\(migration.name)\"", sql: error.sql,
        path: path)
    }
  }

  /// The copy is made by a connection of its own, which sees what was there before the transaction of this one.
  private func backUpBeforeUpdate() throws {
    try KeptBackup.make(before: .update, of: path) { copy in
      try Connection(readingFrom: path).backUp(to: copy)
    }
  }

  /// Returns how many steps the database has.
  ///
  /// - Throws: ``DatabaseError``.
  public func version() throws -> Int {
    Int(try first("PRAGMA user_version") { $0.integer(0) } ?? 0)
  }
}
