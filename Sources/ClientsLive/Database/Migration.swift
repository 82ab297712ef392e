import Clients

/// A step from one version of the database to the next.
///
/// Versions are counted by steps: a database is at version n when the first n have been applied.
/// Steps are only ever appended; one that was released never changes.
struct Migration: Equatable {
  /// What an error calls it.
  let name: String

  /// Statements to run.
  let script: String
}

extension Connection {
  /// Applies the steps that the database does not have yet, each in a transaction of its own.
  ///
  /// When another process does the same at the same time, each step is applied by one of the two. A database that has
  /// steps already is backed up before the next one, for as long as nobody else can write to it.
  ///
  /// - Throws: ``DatabaseError``; the database is then at the version of the last step that worked.
  func migrate(to migrations: [Migration]) throws {
    var version = try version()
    var isBackedUp = version == 0 || isTransient
    while version < migrations.count {
      version = try write {
        // Another process may have been here while this one waited for the lock.
        let current = try self.version()
        guard current < migrations.count else { return current }
        if !isBackedUp {
          try backUpBeforeUpdate()
          isBackedUp = true
        }
        let migration = migrations[current]
        do {
          try execute(script: migration.script)
        } catch let error as DatabaseError {
          throw error.during("the migration \"\(migration.name)\"")
        }
        // Pragmas take no bound values; these two are numbers of our own.
        try execute(script: "PRAGMA application_id = \(Self.applicationID)")
        try execute(script: "PRAGMA user_version = \(current + 1)")
        return current + 1
      }
    }
  }

  /// The copy is made by a connection of its own, which sees what was there before the transaction of this one.
  private func backUpBeforeUpdate() throws {
    try KeptBackup.make(before: .update, of: path) { copy in
      try Connection(readingFrom: path).backUp(to: copy)
    }
  }

  /// How many steps the database has.
  func version() throws -> Int {
    Int(try first("PRAGMA user_version") { $0.integer(0) } ?? 0)
  }
}

extension DatabaseError {
  /// The same error, with what was being done in its message.
  fileprivate func during(_ step: String) -> DatabaseError {
    DatabaseError(
      reason: reason, code: code, extendedCode: extendedCode, message: "\(message), in \(step)",
      sql: sql, path: path)
  }
}
