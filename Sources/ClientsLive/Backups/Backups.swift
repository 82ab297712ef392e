import Clients
import Files
import FoundationEssentials
import Glibc
import Models
import SQLite

/// Backups of the database in a data folder, and their way back.
public struct Backups {
  private let folder: DataFolder
  private var databasePath: String { folder.databasePath }

  /// - Parameter folder: The data folder; it need not exist.
  public init(_ folder: DataFolder) { self.folder = folder }

  /// What a backup holds.
  public struct Contents: Hashable, Sendable {
    public let workouts: Int
    public let people: Int

    init(workouts: Int, people: Int) {
      self.workouts = workouts
      self.people = people
    }

    /// Counts what is in a database.
    ///
    /// - Throws: ``DatabaseError``.
    /// - Complexity: O(n).
    init(of connection: Connection) throws {
      self =
        try connection.first(
          """
          SELECT (SELECT count(*) FROM workouts WHERE deleted_at IS NULL), (SELECT count(*) FROM people)
          """
        ) { Contents(workouts: $0.count(0), people: $0.count(1)) }
        ?? Contents(workouts: 0, people: 0)
    }
  }

  /// Writes a whole copy of the database to a new file; another Ladder may run meanwhile.
  ///
  /// - Returns: What is in it.
  /// - Throws: ``BackupError``, and `DatabaseError` where the database cannot be read or is damaged. There is no new file
  ///   then.
  /// - Complexity: O(size of the database).
  public func make(at path: String) throws -> Contents {
    guard try folder.exists() else { throw BackupError.nothingThere(folder: folder.path) }
    let connection = try Connection.unchanged(databasePath, as: .ladder)
    defer { connection.close() }
    try connection.backUp(to: path, notedIn: folder.path)
    return try Contents(of: connection)
  }

  /// What ``restore(from:at:)`` did.
  public struct Restored: Hashable, Sendable {
    public let contents: Contents
    /// Where that is which was there before.
    public let before: String?
  }

  /// Puts a backup in the place of the database, which is kept beside it as a backup of its own.
  ///
  /// Until the last step, a rename, everything is as it was; a kill at any moment leaves the one or the other whole.
  ///
  /// - Parameter file: A database of Ladder's, of this version or an older one. It is only read.
  /// - Throws: ``BackupError``, and `DatabaseError` where others have a hand in the folder; nothing has changed then.
  /// - Complexity: O(size of both).
  public func restore(from file: String, at now: Date = Date()) throws -> Restored {
    try folder.makeFolder()
    let (new, contents) = try draft(from: file)
    try settleLog()
    let lock = try DatabaseLock(databasePath)
    var before: String?
    if lock != nil {
      let log = databasePath + "-wal"
      before = try KeptBackup.make(before: .restore, of: databasePath, at: now) { path in
        if access(path, F_OK) == 0 { throw BackupError.isThere(path: path) }
        // Only a database that SQLite cannot read has a log here.
        if access(log, F_OK) == 0 { try Self.copy(log, to: path + "-wal") }
        try Self.copy(databasePath, to: path)
      }
      // A log belongs to the file it was made for.
      unlink(log)
      unlink(databasePath + "-shm")
    }
    try new.publish(replacing: true)
    return Restored(contents: contents, before: before)
  }

  private static func copy(_ source: String, to path: String) throws(BackupError) {
    let copy = try DraftFile(for: path)
    try copy.fill(from: source)
    try copy.publish()
  }

  /// A copy of `file` in this folder that has been looked through.
  private func draft(from file: String) throws -> (DraftFile, Contents) {
    if let identity = FileIdentity(file), identity == FileIdentity(databasePath) {
      throw BackupError.unusable(path: file, reason: "it is the database itself")
    }
    // Its own program may be at it, and a copy would be half of what it does.
    guard let lock = try DatabaseLock(file) else {
      throw BackupError.failed(path: file, reason: systemReason(ENOENT))
    }
    defer { withExtendedLifetime(lock) {} }
    // Ladder leaves none beside a backup, and that of another program may do anything to its file and to others.
    var journal = stat()
    if lstat(file + "-journal", &journal) == 0 {
      throw BackupError.unusable(
        path: file, reason: "\(file)-journal beside it holds an unfinished change")
    }
    let new = try DraftFile(for: databasePath)
    try new.fill(from: file)
    if access(file + "-wal", F_OK) == 0 { try Self.copy(file + "-wal", to: new.path + "-wal") }
    do {
      let connection = try Connection.unchanged(new.path, as: .ladder)
      defer { connection.close() }
      if let damage = try connection.damage(limit: 1).first {
        throw BackupError.unusable(path: file, reason: "damaged: \(damage)")
      }
      guard try connection.version() > 0 else {
        throw BackupError.unusable(path: file, reason: "there is nothing in it")
      }
      let contents = try Contents(of: connection)
      // One file takes the place.
      try connection.settleLog()
      return (new, contents)
    } catch let error as DatabaseError {
      throw BackupError.unusable(path: file, reason: error.whatItIs)
    }
  }

  /// Lets SQLite put the log's pages into the database, so that it is one file; what it cannot read stays as it is.
  ///
  /// - Throws: ``BackupError`` when another program has it open.
  private func settleLog() throws {
    guard access(databasePath + "-wal", F_OK) == 0 else { return }
    do {
      let connection = try Connection.unchanged(
        databasePath, as: .ladder, busyTimeout: .zero)
      defer { connection.close() }
      try connection.settleLog()
    } catch let error as DatabaseError where error.reason == .locked {
      // Who it is the lock can say.
      _ = try DatabaseLock(databasePath)
      throw BackupError.inUse(path: databasePath, process: nil)
    } catch is DatabaseError {
    }
  }
}

extension DatabaseError {
  /// What a file is that was to be put back.
  fileprivate var whatItIs: String {
    switch reason {
    case .notADatabase: "not a Ladder database"
    case .newer: "made by a newer Ladder"
    case .unreleased: "made by a Ladder from before its first release"
    case .foreignSchema: "not as Ladder made it: \(message)"
    case .corrupt: "damaged: \(message)"
    default: message
    }
  }
}
