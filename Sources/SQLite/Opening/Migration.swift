/// A migration from one version of a database to the next.
///
/// The version of a database is the number of migrations applied to it. Migrations are only appended; a released
/// migration never changes.
public struct Migration: Sendable {
  /// The name of the migration in error messages.
  public let name: String

  /// The statements to run.
  let script: String

  /// Work that SQL cannot do, run after the statements in the same transaction.
  let migrate: @Sendable (Connection) throws -> Void

  /// Creates a migration from statements of the program, from Swift code, or both.
  ///
  /// - Parameters:
  ///   - migrate: Called after the statements, in the same transaction. It must not change the schema.
  public init(
    _ name: String, _ script: SQL = "",
    migrate: @escaping @Sendable (Connection) throws -> Void = { _ in }
  ) {
    self.name = name
    self.script = script.text
    self.migrate = migrate
  }

  /// Creates a migration from the text of an embedded file.
  ///
  /// - Parameter embedded: The statements, which are run unchanged.
  public init(_ name: String, embedded: String) {
    self.name = name
    script = embedded
    migrate = { _ in }
  }
}

extension Connection {
  /// Applies the missing migrations, each in a transaction of its own.
  ///
  /// If two processes migrate at the same time, each migration is applied by one of them. A database that is not
  /// new is backed up before its first migration (``AutomaticBackup``), under the write lock.
  ///
  /// - Throws: ``DatabaseError``, and ``BackupError`` if the backup cannot be made. The database then has the
  ///   version of the last successful migration.
  /// - Complexity: O(1) for a database that is up to date; O(size of the database) for the backup.
  public func migrate(to format: DatabaseFormat) throws {
    var version = try version()
    var isBackedUp = version == 0 || isTransient
    while version < format.version {
      version = try write {
        // Another process may have migrated while this one waited for the lock.
        let current = try self.version()
        guard current < format.version else { return current }
        if !isBackedUp {
          try backUpBeforeUpdate()
          isBackedUp = true
        }
        let migration = format.migrations[current]
        try apply(migration)
        // Pragmas do not support bound values; these two values are numbers.
        try execute(text: "PRAGMA application_id = \(format.applicationID)")
        try execute(text: "PRAGMA user_version = \(current + 1)")
        return current + 1
      }
    }
  }

  /// Runs a migration's statements and its work in the current transaction.
  func apply(_ migration: Migration) throws {
    do {
      try execute(text: migration.script)
    } catch let error as DatabaseError {
      throw DatabaseError(
        reason: error.reason, code: error.code, extendedCode: error.extendedCode,
        message: "\(error.message), in the migration \"\(migration.name)\"", sql: error.sql,
        path: path)
    }
    try migration.migrate(self)
  }

  /// Backs the database up through a second connection, which sees the state before the current transaction.
  private func backUpBeforeUpdate() throws {
    try AutomaticBackup.make(before: .update, of: path) { copy in
      try Connection(readOnlyPath: path).backUp(to: copy)
    }
  }

  /// Returns the version of the database: the number of applied migrations.
  ///
  /// - Throws: ``DatabaseError``.
  public func version() throws -> Int {
    Int(try first("PRAGMA user_version") { $0.integer(0) } ?? 0)
  }
}
