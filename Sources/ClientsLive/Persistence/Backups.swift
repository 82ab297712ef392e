import Clients
import Files
import FoundationEssentials
import Glibc
import Models
import SQLite

/// A type that makes and restores backups of the database in a data folder.
public struct Backups {
  private let folder: DataFolder
  private var backups: DatabaseBackups<Contents> {
    DatabaseBackups(of: folder.databasePath, as: .ladder) { try Contents(of: $0) }
  }

  /// Creates an instance for a data folder, which need not exist.
  public init(_ folder: DataFolder) { self.folder = folder }

  /// The numbers of workouts and people in a database.
  public struct Contents: Hashable, Sendable {
    public let workouts: Int
    public let people: Int

    init(workouts: Int, people: Int) {
      self.workouts = workouts
      self.people = people
    }

    /// Counts the workouts and people in a database.
    ///
    /// - Throws: ``DatabaseError``.
    /// - Complexity: O(n).
    init(of connection: Connection) throws {
      self =
        try connection.first(
          """
          SELECT (SELECT count(*) FROM workouts WHERE deleted_at IS NULL) AS workouts,
            (SELECT count(*) FROM people) AS people
          """
        ) { Contents(workouts: $0.count("workouts"), people: $0.count("people")) }
        ?? Contents(workouts: 0, people: 0)
    }
  }

  /// Writes a complete copy of the database to a new file. Other Ladder processes may run at the same time.
  ///
  /// - Returns: The contents of the backup.
  /// - Throws: ``BackupError``, and `DatabaseError` if the database cannot be read or is damaged. No new file
  ///   remains in either case.
  /// - Complexity: O(size of the database).
  public func make(at path: String) throws -> Contents {
    guard try folder.hasDatabase() else { throw BackupError.missingDatabase(folder: folder.path) }
    return try backups.make(at: path)
  }

  /// Replaces the database with a backup, and keeps the previous database as a backup beside it.
  ///
  /// - Parameter file: A Ladder database of this or an older version. It is only read.
  /// - Throws: ``BackupError``, and `DatabaseError` if the folder's permissions are unsafe; nothing is changed.
  /// - Complexity: O(size of both databases).
  public func restore(
    from file: String, at now: Date = Date()
  ) throws -> DatabaseBackups<Contents>.RestoreResult {
    try folder.createFolder()
    return try backups.restore(from: file, at: now)
  }
}
