/// A migration from one state of a database to the next. Its name is recorded in the database.
///
/// Migrations are only appended; a released migration never changes.
public struct PostgreSQLMigration: Sendable {
  public let name: String
  let statements: [Statement]

  /// Creates a migration.
  ///
  /// - Parameter statements: Each a single statement without parameters.
  public init(_ name: String, _ statements: [StaticString]) {
    self.name = name
    self.statements = statements.map { Statement($0) }
  }
}

extension PostgreSQLConnection {
  /// Applies the missing migrations in one transaction, with their names in the table `migrations`.
  ///
  /// Servers that start at the same time wait for each other, and one of them migrates.
  ///
  /// - Throws: ``PostgreSQLError``; the database has not changed then.
  public func migrate(to migrations: [PostgreSQLMigration]) throws {
    // Another server may need long for its migration.
    try longTransaction {
      queue("SELECT pg_advisory_xact_lock($1)", .integer(Self.migrationLock))
      queue(
        """
        CREATE TABLE IF NOT EXISTS migrations (
          number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          name text NOT NULL UNIQUE
        )
        """)
      let applied = try run("SELECT name FROM migrations ORDER BY number").all { try $0.text(0) }
      guard applied.count <= migrations.count,
        applied == migrations.prefix(applied.count).map(\.name)
      else {
        throw PostgreSQLError(
          .invalidSetup, "a newer version of Ladder has changed the database; update this server")
      }
      for migration in migrations.dropFirst(applied.count) {
        try run(
          migration.statements
            + [Statement("INSERT INTO migrations (name) VALUES ($1)", .text(migration.name))])
      }
    }
  }

  /// The number of the lock that a migration holds: "ladder" in ASCII.
  private static let migrationLock: Int64 = 0x6C61_6464_6572
}
