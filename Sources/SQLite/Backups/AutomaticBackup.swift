import Files
import FoundationEssentials
import Glibc

/// A backup that a program makes beside the database before it changes or replaces all of it.
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
