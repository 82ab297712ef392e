import CSQLite
import Clients
import Glibc

extension Connection {
  /// Marks a file as a Ladder database: "LADR".
  static let applicationID: Int64 = 0x4C41_4452

  /// Opens a person's database, makes it when there is none, and brings it up to date.
  ///
  /// A file that is damaged, of another program, or of a newer Ladder is refused and left byte for
  /// byte as it is.
  ///
  /// - Parameter busyTimeout: How long a statement waits for another process.
  /// - Throws: ``DatabaseError``.
  public static func open(
    in folder: DataFolder, busyTimeout: Duration = .seconds(5)
  ) throws -> Connection {
    try folder.create()
    return try open(
      path: folder.databasePath, busyTimeout: busyTimeout, migrations: Migration.all)
  }

  /// Opens a person's database if there is one.
  ///
  /// - Returns: `nil` when there is none, and then nothing was made.
  /// - Throws: ``DatabaseError``, as ``open(in:busyTimeout:)``.
  public static func openExisting(
    in folder: DataFolder, busyTimeout: Duration = .seconds(5)
  ) throws -> Connection? {
    guard try folder.exists() else { return nil }
    return try open(
      path: folder.databasePath, busyTimeout: busyTimeout, migrations: Migration.all)
  }

  /// Opens the database in the file at `path`, which is there and may be empty, and brings it up to date.
  ///
  /// - Throws: ``DatabaseError``, as ``open(in:busyTimeout:)``.
  package static func open(path: String, busyTimeout: Duration) throws -> Connection {
    try open(path: path, busyTimeout: busyTimeout, migrations: Migration.all)
  }

  /// Writes as fast as can be, for a file that is made again if a power cut takes it.
  ///
  /// - Throws: ``DatabaseError``.
  package func hurry() throws {
    try execute(script: "PRAGMA synchronous = OFF; PRAGMA cache_size = -500000")
  }

  /// Opens a database of nobody's, which is gone when it is closed.
  ///
  /// - Throws: ``DatabaseError``.
  public static func inMemory() throws -> Connection {
    try open(path: ":memory:", busyTimeout: .zero, migrations: Migration.all)
  }

  static func open(
    path: String, busyTimeout: Duration, migrations: [Migration]
  ) throws -> Connection {
    // Another file may take the name while this waits for whoever does that.
    for _ in 0..<100 {
      let found = FileIdentity(path)
      let connection = try Connection(path: path)
      try connection.adopt(busyTimeout: busyTimeout, migrations: migrations)
      if connection.isFile(found) { return connection }
    }
    throw DatabaseError(errno: EBUSY, path: path)
  }

  /// Makes a connection one that this program can work with, and brings its database up to date.
  func adopt(busyTimeout: Duration, migrations: [Migration]) throws {
    try prepareToRead(busyTimeout: busyTimeout, migrations: migrations)
    try prepareForUse()
    try migrate(to: migrations)
  }

  /// Sets the connection up, and throws unless the file is one that may be read.
  ///
  /// - Parameter migrations: Those that are known.
  func prepareToRead(busyTimeout: Duration, migrations: [Migration]) throws {
    setBusyTimeout(busyTimeout)
    // Whoever made the file may have put things into its schema that call functions; ours does not.
    configure(SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)
    configure(SQLITE_DBCONFIG_DEFENSIVE, true)
    try run("PRAGMA cell_size_check = ON")
    try withSchemaLimit { try refuseForeignFile(migrations) }
  }

  /// Throws unless the file is empty or a Ladder database that this program knows.
  private func refuseForeignFile(_ migrations: [Migration]) throws {
    // The last to close a database writes the log's pages into the file. As long as it may turn out
    // to be a file that is to be left as it is, that must not happen.
    configure(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)
    do {
      // At one moment: another process may be making the database right now.
      try read {
        let version = try version()
        let owner = try first("PRAGMA application_id") { $0.integer(0) } ?? 0
        let schema = try schema()
        let isEmpty = owner == 0 && version == 0 && schema.statements.isEmpty
        guard owner == Self.applicationID || isEmpty else {
          throw refusal(.notADatabase, SQLITE_NOTADB, "made by another program")
        }
        if schema.isUnreleased {
          throw refusal(.unreleased, SQLITE_OK, "version \(version) from before the first release")
        }
        guard (0...migrations.count).contains(version) else {
          throw refusal(.newer, SQLITE_OK, "version \(version), known up to \(migrations.count)")
        }
        try refuse(schema, after: Array(migrations.prefix(version)))
      }
    } catch {
      // With nothing in the log, closing only takes the empty log away again.
      var status = stat()
      if stat(path + "-wal", &status) != 0 || status.st_size == 0 {
        configure(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)
      }
      throw error
    }
    configure(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)
  }

  private func refusal(
    _ reason: DatabaseError.Reason, _ code: Int32, _ message: String
  ) -> DatabaseError {
    DatabaseError(
      reason: reason, code: code, extendedCode: code, message: message, sql: nil, path: path)
  }

  private func prepareForUse() throws {
    try useWriteAheadLog()
    // A commit waits until the disk has it, so that "Saved" survives a power cut too. It costs one
    // sync a rep, on a thread that nobody waits for.
    try run("PRAGMA synchronous = FULL")
    try run("PRAGMA foreign_keys = ON")
  }

  /// Lets readers and a writer work at once, without waiting for each other.
  ///
  /// The mode is kept in the file, so only whoever makes it has to set it.
  private func useWriteAheadLog() throws {
    for attempt in 1... {
      if try first("PRAGMA journal_mode", read: { $0.text(0) }) == "wal" { return }
      do {
        // Where the file system cannot share memory the mode stays what it was, which works too.
        _ = try first("PRAGMA journal_mode = WAL") { $0.text(0) }
        return
      } catch let error as DatabaseError where error.reason == .locked && attempt < 100 {
        // This one lock SQLite does not wait for; for one that shuts everybody else out it does.
        try run("BEGIN EXCLUSIVE")
        try run("COMMIT")
      }
    }
  }
}
