import CSQLite
import Files
import FoundationEssentials
import Glibc

extension Connection {
  /// Replaces the contents of `other` with those of this database. Meanwhile, other connections can use this database.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(size of the database).
  public func copyContents(to other: Connection) throws {
    guard let backup = sqlite3_backup_init(other.handle, "main", handle, "main") else {
      throw DatabaseError(connection: other.handle, sql: nil, path: path)
    }
    let code = sqlite3_backup_step(backup, -1)
    sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE else {
      throw DatabaseError(
        extendedCode: code, message: String(cString: sqlite3_errstr(code)), systemError: 0,
        sql: nil, path: path)
    }
  }

  /// Writes a complete copy to a new file, while other connections read and write.
  ///
  /// The copy is a single file of mode 0600, even if the database has a write-ahead log. It has been synced to the
  /// disk when this returns.
  ///
  /// - Parameters:
  ///   - path: The path of the copy; it must not exist.
  ///   - shouldCheckIntegrity: Whether to throw if the copy is damaged.
  ///   - folder: A folder that gets a link to the temporary file, if the file is in another folder.
  /// - Throws: ``BackupError``, and ``DatabaseError`` if the database cannot be read or is damaged. No new file
  ///   remains in either case.
  /// - Complexity: O(size of the database).
  public func backUp(
    to path: String, shouldCheckIntegrity: Bool = true, linkingTemporaryFileIn folder: String? = nil
  ) throws {
    // Checked first, before a large copy is made.
    if access(path, F_OK) == 0 { throw BackupError.alreadyExists(path: path) }
    let temporary = try TemporaryFile(
      for: path, linkPrefix: folder.map { "\($0)/\(self.path.fileStem)-backup" })
    try writeCopy(to: temporary.path, shouldCheckIntegrity: shouldCheckIntegrity)
    try temporary.moveIntoPlace()
  }

  private func writeCopy(to path: String, shouldCheckIntegrity: Bool) throws {
    let copy = try Connection(path: path)
    defer { copy.close() }
    // The complete copy is synced once, by `moveIntoPlace`.
    try copy.execute("PRAGMA synchronous = OFF")
    try copyContents(to: copy)
    guard shouldCheckIntegrity else { return }
    if let damage = try copy.integrityErrors().first {
      throw DatabaseError(
        reason: .corrupt, code: SQLITE_CORRUPT, extendedCode: SQLITE_CORRUPT, message: damage,
        path: self.path)
    }
    // The header of the copy, like that of the database, says that the file uses a write-ahead log.
    try copy.disableWriteAheadLog()
  }

  /// Writes a copy without free pages to a new file of mode 0600.
  ///
  /// - Throws: ``DatabaseError``, also if the file already exists.
  /// - Complexity: O(size of the database).
  public func writeCompactCopy(to path: String) throws {
    // SQLite writes into an existing empty file, and would create a new one with a mode that lets others read it.
    let file = makePrivateFile(path)
    guard file >= 0 else { throw DatabaseError(errno: errno, path: path) }
    Glibc.close(file)
    do {
      try run("VACUUM INTO ?", .text(path))
    } catch {
      unlink(path)
      throw error
    }
  }

  /// Moves the contents of the write-ahead log into the database file and removes the log.
  ///
  /// - Throws: ``DatabaseError`` with the reason `locked` if another program has the database open.
  public func disableWriteAheadLog() throws {
    _ = try first("PRAGMA journal_mode = DELETE") { $0.text(0) }
  }

  /// Returns the problems that SQLite's integrity check finds, at most 100.
  ///
  /// - Throws: ``DatabaseError``, also if a read failed and the database is not damaged.
  /// - Complexity: O(n log n) in the size of the database.
  public func integrityErrors() throws -> [String] {
    let errors = try checkIntegrity()
    // The check reports a failed read as damage.
    if !errors.isEmpty, let failure = readFailure() { throw failure }
    return errors
  }

  /// Returns the problems that SQLite's integrity check finds, including failed reads.
  func checkIntegrity() throws -> [String] {
    try all("PRAGMA integrity_check") { $0.text(0) }.filter { $0 != "ok" }
  }

  /// Returns the rows whose parent row is missing, as pairs of tables.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(n log n) in the rows.
  public func foreignKeyViolations() throws -> [(table: String, parent: String)] {
    try all("PRAGMA foreign_key_check") { (table: $0.text(0), parent: $0.text(2)) }
  }
}

// MARK: - Replaced files

extension Connection {
  /// Reopens the database if its file was deleted or replaced while it was open. Data written to a deleted file
  /// would be lost when the program exits.
  ///
  /// A deleted file is written again with its full contents. A replacement is opened, and the contents of the old
  /// file are kept beside it as a backup. The old file is closed last, so a failed attempt can be repeated without
  /// losing data.
  ///
  /// - Throws: ``DatabaseError``; the old file remains open.
  /// - Complexity: O(1); O(size of the database) if the file was deleted or replaced.
  func reopenReplacedFile() throws {
    guard !isTransient, let format, let file, FileIdentity(path) != file else { return }
    do {
      try reopen(format)
    } catch BackupError.failed(let path, let reason) {
      throw DatabaseError(reason: .cannotOpen, message: reason, path: path)
    }
  }

  private func reopen(_ format: DatabaseFormat) throws {
    var exists = access(path, F_OK) == 0
    if !exists {
      do {
        if let folder = path.parentPath { _ = makePrivateFolder(folder) }
        removeStaleLog()
        try backUp(to: path, shouldCheckIntegrity: false)
      } catch BackupError.alreadyExists {
        exists = true
      }
    }
    if exists {
      // Back up once for each replacement: if the replacement cannot be opened, every request gets here again.
      let found = FileIdentity(path)
      if backedUpReplacement == nil || backedUpReplacement != found {
        try AutomaticBackup.make(before: .replacement, of: path) {
          try backUp(to: $0, shouldCheckIntegrity: false)
        }
        backedUpReplacement = found
      }
      removeStaleLog()
    }
    replaceHandle(with: try Connection.open(path, as: format, busyTimeout: busyTimeout))
  }

  /// Removes the write-ahead log of the open file, unless its name already belongs to another file. SQLite would
  /// apply a remaining log to the replacement of the database.
  private func removeStaleLog() {
    guard let log, FileIdentity(path + "-wal") == log else { return }
    unlink(path + "-wal")
    unlink(path + "-shm")
  }
}

// MARK: - Automatic backups

/// A backup that a program makes beside the database before it changes or replaces the whole database.
///
/// The name consists of the database's name, the reason and the time in UTC:
/// `notes-before-update-2026-03-01T06-30-00Z.db`.
public enum AutomaticBackup {
  /// The operation before which a backup is made.
  public enum Reason: String, CaseIterable, Sendable {
    /// A migration to a newer version.
    case update
    /// A restore of another database.
    case restore
    /// A repair.
    case repair
    /// The replacement of the file while it was open.
    case replacement
  }

  /// The maximum number of backups to keep for each reason.
  static let maxCount = 3

  /// Makes a backup under an unused name, and removes the oldest backups with the same reason.
  ///
  /// - Parameters:
  ///   - database: The path of the database.
  ///   - write: Writes the backup to a path, or throws ``BackupError/alreadyExists(path:)`` if the path is in use.
  /// - Returns: The path of the backup.
  /// - Throws: Errors of `write`; existing backups are kept.
  @discardableResult
  public static func make(
    before reason: Reason, of database: String, at now: Date = Date(),
    _ write: (String) throws -> Void
  ) throws -> String {
    let stem = "\(folder(of: database))/\(prefix(reason, database))\(timestamp(now))"
    var path = stem + ".db"
    for attempt in 2... {
      do {
        try write(path)
        break
      } catch BackupError.alreadyExists where attempt <= 100 {
        path = "\(stem)-\(attempt).db"
      }
    }
    removeOldest(reason, of: database, except: path)
    return path
  }

  /// Returns the names of the automatic backups of a database, sorted: oldest first for each reason.
  ///
  /// - Complexity: O(n) in the files of the folder.
  public static func all(of database: String) -> [String] {
    fileNames(inFolder: folder(of: database)).filter { name in
      name.hasSuffix(".db")
        && Reason.allCases.contains { name.hasPrefix(prefix($0, database)) }
    }.sorted()
  }

  private static func folder(of database: String) -> String { database.parentPath ?? "." }

  private static func prefix(_ reason: Reason, _ database: String) -> String {
    "\(database.fileStem)-before-\(reason.rawValue)-"
  }

  /// Returns a date in UTC to the second, without colons, which some file systems do not allow.
  static func timestamp(_ now: Date) -> String {
    var seconds = time_t(now.timeIntervalSince1970.rounded(.down))
    var time = tm()
    gmtime_r(&seconds, &time)
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { text in
      guard let start = text.baseAddress else { return "" }
      strftime(start, text.count, "%Y-%m-%dT%H-%M-%SZ", &time)
      return String(cString: start)
    }
  }

  /// Removes the oldest backups with the same reason.
  ///
  /// - Parameter path: The backup that was just made. It is kept even if the clock was set back and it sorts first.
  private static func removeOldest(
    _ reason: Reason, of database: String, except path: String
  ) {
    let folder = folder(of: database)
    let others = all(of: database)
      .filter { $0.hasPrefix(prefix(reason, database)) && "\(folder)/\($0)" != path }
    for name in others.dropLast(maxCount - 1) {
      unlink("\(folder)/\(name)")
      for suffix in TemporaryFile.companionSuffixes { unlink("\(folder)/\(name)\(suffix)") }
    }
  }
}

extension String {
  /// The last component of a path, without `.db`.
  var fileStem: Substring {
    let name = self[(lastIndex(of: "/").map(index(after:)) ?? startIndex)...]
    return name.hasSuffix(".db") ? name.dropLast(3) : name
  }
}

/// An error of a backup or a restore.
public enum BackupError: Error, Hashable, Sendable {
  /// The folder contains no database.
  case missingDatabase(folder: String)
  /// A file with the backup's name already exists.
  case alreadyExists(path: String)
  /// A file could not be read or written; `reason` is the system's error message.
  case failed(path: String, reason: String)
  /// The file to be restored is not a database that this program can use.
  case unusable(path: String, reason: String)
  /// Another program has the database open; `process` is its ID, if the system reports it.
  case inUse(path: String, process: Int32?)
}

// MARK: - Explanations

extension BackupError {
  /// The reason, which can contain text from files.
  public var cause: String {
    switch self {
    case .missingDatabase(let folder):
      "there is no database in \(folder) yet"
    case .alreadyExists(let path):
      "\(path) already exists and was not changed"
    case .failed(let path, let reason):
      "cannot use \(path) (\(reason))"
    case .unusable(let path, let reason):
      "\(path) cannot be restored (\(reason))"
    case .inUse(let path, let process):
      "\(path) is open in another program"
        + (process.map { " (process \($0))" } ?? "")
    }
  }

  /// The remedy, after a statement of what is unchanged.
  public var remedy: String {
    switch self {
    case .missingDatabase: "choose another folder with --data"
    case .alreadyExists: "choose another name"
    case .failed: "nothing was changed; make room or choose another file"
    case .unusable: "nothing was changed; choose another backup"
    case .inUse: "nothing was changed; close that program first"
    }
  }

  /// A description without paths.
  public var details: String {
    switch self {
    case .missingDatabase: "there is no database to back up"
    case .alreadyExists: "the backup file already exists"
    case .failed(_, let reason): "cannot read or write the backup file: \(reason)"
    case .unusable(_, let reason): "the backup cannot be restored: \(reason)"
    case .inUse: "the database is in use"
    }
  }
}
