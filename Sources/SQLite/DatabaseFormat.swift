/// A description of one program's databases: an application ID and the migrations that create the schema.
///
/// ```swift
/// extension DatabaseFormat {
///   static let notes = DatabaseFormat(
///     applicationID: 0x4E4F_5445,
///     migrations: [
///       Migration("first", "CREATE TABLE notes (text TEXT NOT NULL) STRICT"),
///       Migration("when notes were taken", "ALTER TABLE notes ADD COLUMN taken_at INTEGER"),
///     ])
/// }
/// ```
public struct DatabaseFormat: Sendable {
  /// The number in the file's header that identifies the program.
  public let applicationID: Int32

  /// All migrations, oldest first.
  let migrations: [Migration]

  /// Creates a format.
  ///
  /// - Parameters:
  ///   - applicationID: The program's own number, other than 0.
  ///   - migrations: All migrations, oldest first. A released migration never changes.
  public init(applicationID: Int32, migrations: [Migration]) {
    self.applicationID = applicationID
    self.migrations = migrations
  }

  /// The current version: the number of migrations.
  public var version: Int { migrations.count }
}

/// A migration from one version of a database to the next.
///
/// The version of a database is the number of migrations applied to it. Migrations are only appended; a released
/// migration never changes.
public struct Migration: Sendable {
  /// The name of the migration in error messages.
  public let name: String

  /// The statements to run.
  let script: String

  /// Creates a migration from statements in the source code.
  public init(_ name: String, _ script: SQL) { self.init(name, embedded: script.text) }

  /// Creates a migration from the text of an embedded file.
  ///
  /// - Parameter embedded: The statements, which are run unchanged.
  public init(_ name: String, embedded: String) {
    self.name = name
    script = embedded
  }
}

extension Connection {
  /// Applies the missing migrations, each in its own transaction.
  ///
  /// If two processes migrate at the same time, each migration is applied by one of them. A database that is not
  /// new is backed up before the first missing migration (``AutomaticBackup``), under the write lock.
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
        // Pragmas do not support bound values; both values are numbers.
        try execute(text: "PRAGMA application_id = \(format.applicationID)")
        try execute(text: "PRAGMA user_version = \(current + 1)")
        return current + 1
      }
    }
  }

  /// Runs a migration's statements in the current transaction.
  private func apply(_ migration: Migration) throws {
    do {
      try execute(text: migration.script)
    } catch var error as DatabaseError {
      error.message += ", in the migration \"\(migration.name)\""
      throw error
    }
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

// MARK: - Schema

/// The statements that make up the tables, indexes and triggers of a database.
///
/// SQLite stores the text of each statement in the file and parses it whenever the file is opened. An attacker may
/// have added a trigger that discards rows, a view that runs forever, or an index whose expression takes minutes to
/// compute. A database is therefore used only if its statements are those of its version's migrations.
public struct Schema: Hashable, Sendable {
  /// The statements in the form in which SQLite stores them, sorted.
  public let statements: [String]

  /// Creates a schema from statements in any order.
  init(_ statements: [String]) { self.statements = statements.sorted() }

  /// Creates the schema of migrations by parsing their text. Running them in SQLite would add one or two milliseconds
  /// to each start.
  ///
  /// Only migrations that create objects can be parsed. For others the result matches no database, and
  /// ``init(executing:)`` is used.
  ///
  /// - Complexity: O(n log n) in their statements.
  init(parsing migrations: [Migration]) {
    self.init(migrations.flatMap { Self.statements(of: $0.script) })
  }

  /// Returns the statements of a script.
  ///
  /// - Parameter script: Statements in the form in which SQLite stores them, each followed by an empty line and
  ///   without empty lines inside. Lines before a statement may be comments.
  /// - Complexity: O(n).
  private static func statements(of script: String) -> [String] {
    var script = script
    // This iterates over bytes, because iterating over characters took a third of a command's time.
    return script.withUTF8 { text in
      var statements: [String] = []
      var start: Int?
      var line = 0
      // The end of the text also ends the last line and the last statement.
      while line <= text.count {
        let end = text[line...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
        if start == nil, end > line, !text[line..<end].starts(with: "--".utf8) { start = line }
        if let first = start, end == line || end == text.count {
          var last = end == line ? line - 1 : end
          if text[last - 1] == UInt8(ascii: ";") { last -= 1 }
          statements.append(String(decoding: text[first..<last], as: UTF8.self))
          start = nil
        }
        line = end + 1
      }
      return statements
    }
  }

  /// Creates the schema of migrations by running them.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(n) in their statements; some milliseconds.
  init(executing migrations: [Migration]) throws {
    let connection = try Connection(path: ":memory:")
    defer { connection.close() }
    for migration in migrations { try connection.execute(text: migration.script) }
    self = try connection.schema()
  }

  /// The statements without comments, because the comments may change between releases.
  var normalizedStatements: Set<String> { Set(statements.map(Self.withoutComments)) }

  /// Returns a statement without the lines that only contain a comment. No string or name in a migration spans lines,
  /// so a statement that then equals a migration's statement has the same meaning.
  private static func withoutComments(_ statement: String) -> String {
    guard statement.contains("--") else { return statement }
    return statement.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.drop { $0 == " " }.hasPrefix("--") }
      .joined(separator: "\n")
  }
}

extension Connection {
  /// Returns the schema of the open database.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(n log n) in the statements.
  public func schema() throws -> Schema {
    // Automatic indexes have no statement. The query planner's statistics tables exist only after `ANALYZE`, and SQLite
    // creates the table of `AUTOINCREMENT` itself.
    try Schema(
      all(
        """
        SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND sql NOT IN (
          'CREATE TABLE sqlite_stat1(tbl,idx,stat)',
          'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)')
        """
      ) { $0.text(0) }.filter { $0 != "CREATE TABLE sqlite_sequence(name,seq)" })
  }

  /// Throws unless the schema is the one that the migrations create.
  ///
  /// - Parameter schema: The schema of this database.
  /// - Throws: ``DatabaseError`` with the reason `unexpectedSchema`.
  /// - Complexity: O(size of the schema).
  func validate(_ schema: Schema, against migrations: [Migration]) throws {
    if schema == Schema(parsing: migrations) { return }
    let expected = try Schema(executing: migrations).normalizedStatements
    let found = schema.normalizedStatements
    let difference =
      found.subtracting(expected).min().map { "\(Self.objectDescription(of: $0)) was added" }
      ?? expected.subtracting(found).min().map { "\(Self.objectDescription(of: $0)) is missing" }
    guard let difference else { return }
    throw DatabaseError(reason: .unexpectedSchema, message: difference, path: path)
  }

  /// Returns the kind and the name of the object that a statement creates: `INDEX notes_by_time`.
  private static func objectDescription(of statement: String) -> String {
    String(
      statement.prefix(200).split { " (\n".contains($0) }.dropFirst().prefix(2)
        .joined(separator: " ").prefix(60))
  }
}
