import Files
import FoundationEssentials
import Glibc

/// A type that makes and restores backups of one program's database.
public struct DatabaseBackups<Contents> {
  private let databasePath: String
  private let format: DatabaseFormat
  private let contents: (Connection) throws -> Contents
  private var folder: String { databasePath.parentPath ?? "." }

  /// Creates an instance for the database at a path. Nothing is opened.
  ///
  /// - Parameter contents: Returns a description of the contents of a database, for a message.
  public init(
    of path: String, as format: DatabaseFormat, contents: @escaping (Connection) throws -> Contents
  ) {
    databasePath = path
    self.format = format
    self.contents = contents
  }

  /// Writes a complete copy of the database to a new file. Other processes may use the database meanwhile.
  ///
  /// - Returns: The contents of the backup.
  /// - Throws: ``BackupError``, and `DatabaseError` if the database cannot be read or is damaged. No new file
  ///   remains in either case.
  /// - Complexity: O(size of the database).
  public func make(at path: String) throws -> Contents {
    guard access(databasePath, F_OK) == 0 else {
      throw BackupError.missingDatabase(folder: folder)
    }
    let connection = try Connection.openWithoutMigrating(databasePath, as: format)
    defer { connection.close() }
    try connection.backUp(to: path, linkingTemporaryFileIn: folder)
    return try contents(connection)
  }

  /// The result of ``restore(from:at:)``.
  public struct RestoreResult {
    public let contents: Contents
    /// The path of the backup of the previous database, if there was one.
    public let previousBackup: String?
  }

  /// Replaces the database with a backup, and keeps the previous database as a backup beside it.
  ///
  /// The last step is a rename, so if the program is killed at any time, the complete old or the complete new database
  /// is in place.
  ///
  /// - Parameter file: A database of this version or an older one. The file is only read.
  /// - Throws: ``BackupError``; nothing is changed.
  /// - Complexity: O(size of both databases).
  public func restore(from file: String, at now: Date = Date()) throws -> RestoreResult {
    let (new, contents) = try validatedCopy(of: file)
    try mergeWriteAheadLog()
    let lock = try DatabaseLock(databasePath)
    var previousBackup: String?
    if lock != nil {
      let log = databasePath + "-wal"
      previousBackup = try AutomaticBackup.make(before: .restore, of: databasePath, at: now) {
        path in
        if access(path, F_OK) == 0 { throw BackupError.alreadyExists(path: path) }
        // Only a database that SQLite cannot read still has a log.
        if access(log, F_OK) == 0 { try Self.copy(log, to: path + "-wal") }
        try Self.copy(databasePath, to: path)
      }
      // The log belongs to the previous file.
      unlink(log)
      unlink(databasePath + "-shm")
    }
    try new.moveIntoPlace(shouldReplace: true)
    return RestoreResult(contents: contents, previousBackup: previousBackup)
  }

  private static func copy(_ source: String, to path: String) throws(BackupError) {
    let copy = try TemporaryFile(for: path)
    try copy.copyContents(from: source)
    try copy.moveIntoPlace()
  }

  /// Returns a checked copy of `file` in the database's folder, and a description of its contents.
  private func validatedCopy(of file: String) throws -> (TemporaryFile, Contents) {
    if let identity = FileIdentity(file), identity == FileIdentity(databasePath) {
      throw BackupError.unusable(path: file, reason: "it is the database itself")
    }
    // Another program may be writing to the file; a copy would then be inconsistent.
    guard let lock = try DatabaseLock(file) else {
      throw BackupError.failed(path: file, reason: systemErrorMessage(ENOENT))
    }
    defer { withExtendedLifetime(lock) {} }
    // This program leaves no journal beside a backup. A journal from another program could make SQLite change this file
    // and others.
    var journal = stat()
    if lstat(file + "-journal", &journal) == 0 {
      throw BackupError.unusable(
        path: file, reason: "\(file)-journal contains an unfinished change")
    }
    let new = try TemporaryFile(for: databasePath)
    try new.copyContents(from: file)
    if access(file + "-wal", F_OK) == 0 { try Self.copy(file + "-wal", to: new.path + "-wal") }
    do {
      let connection = try Connection.openWithoutMigrating(new.path, as: format)
      defer { connection.close() }
      if let damage = try connection.integrityErrors().first {
        throw BackupError.unusable(path: file, reason: "damaged: \(damage)")
      }
      guard try connection.version() > 0 else {
        throw BackupError.unusable(path: file, reason: "it is empty")
      }
      let contents = try contents(connection)
      // Only a single file can be renamed into place.
      try connection.disableWriteAheadLog()
      return (new, contents)
    } catch let error as DatabaseError {
      throw BackupError.unusable(path: file, reason: error.restoreFailure)
    }
  }

  /// Moves the contents of the write-ahead log into the database, so that the database is a single file. A log that
  /// SQLite cannot read is left in place.
  ///
  /// - Throws: ``BackupError`` if another program has the database open.
  private func mergeWriteAheadLog() throws {
    guard access(databasePath + "-wal", F_OK) == 0 else { return }
    do {
      let connection = try Connection.openWithoutMigrating(
        databasePath, as: format, busyTimeout: .zero)
      defer { connection.close() }
      try connection.disableWriteAheadLog()
    } catch let error as DatabaseError where error.reason == .locked {
      // If the other process is known, the error of the lock contains its ID.
      _ = try DatabaseLock(databasePath)
      throw BackupError.inUse(path: databasePath, process: nil)
    } catch is DatabaseError {
    }
  }
}

extension DatabaseError {
  /// The reason that a file cannot be restored.
  fileprivate var restoreFailure: String {
    switch reason {
    case .notADatabase: "not a Ladder database"
    case .newerVersion: "made by a newer Ladder"
    case .unexpectedSchema: "schema changed by another program: \(message)"
    case .corrupt: "damaged: \(message)"
    default: message
    }
  }
}
