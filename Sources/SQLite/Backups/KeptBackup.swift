import Files
import FoundationEssentials
import Glibc

/// A backup that a program makes by itself, beside the database, before it changes all of it.
///
/// Named after the database, by what was about to happen and when, in UTC:
/// `notes-before-update-2026-03-01T06-30-00Z.db`.
public enum KeptBackup {
  /// What a backup was made before.
  public enum Occasion: String, CaseIterable, Sendable {
    /// The database was brought up to date.
    case update
    /// Another one took its place.
    case restore
    /// It was mended.
    case repair
    /// Its file was replaced while it was open.
    case replacement
  }

  /// How many of each kind are kept: the last ones.
  static let maxCount = 3

  /// Makes a backup under a name that is free, and removes the oldest ones of its kind.
  ///
  /// - Parameters:
  ///   - database: The path of the database.
  ///   - write: Makes the backup at a path, or throws ``BackupError/isThere(path:)`` where that is taken.
  /// - Returns: Where it is.
  /// - Throws: What `write` throws; those that were there are all kept then.
  @discardableResult
  public static func make(
    before occasion: Occasion, of database: String, at now: Date = Date(),
    _ write: (String) throws -> Void
  ) throws -> String {
    let stem = "\(folder(of: database))/\(prefix(occasion, database))\(moment(now))"
    var path = stem + ".db"
    for other in 2... {
      do {
        try write(path)
        break
      } catch BackupError.isThere where other <= 100 {
        path = "\(stem)-\(other).db"
      }
    }
    removeOldest(occasion, of: database, but: path)
    return path
  }

  /// Returns the names of those beside a database, sorted: of each kind the oldest first.
  ///
  /// - Complexity: O(n) in the names of the folder.
  public static func all(of database: String) -> [String] {
    folderNames(folder(of: database)).filter { name in
      name.hasSuffix(".db")
        && Occasion.allCases.contains { name.hasPrefix(prefix($0, database)) }
    }.sorted()
  }

  private static func folder(of database: String) -> String { database.parentPath ?? "." }

  private static func prefix(_ occasion: Occasion, _ database: String) -> String {
    "\(database.fileStem)-before-\(occasion.rawValue)-"
  }

  /// To the second, without colons, which some file systems do not know.
  static func moment(_ now: Date) -> String {
    var seconds = time_t(now.timeIntervalSince1970.rounded(.down))
    var time = tm()
    gmtime_r(&seconds, &time)
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { text in
      guard let start = text.baseAddress else { return "" }
      strftime(start, text.count, "%Y-%m-%dT%H-%M-%SZ", &time)
      return String(cString: start)
    }
  }

  /// - Parameter path: The one that was made just now, which stays also if the clock was set back.
  private static func removeOldest(
    _ occasion: Occasion, of database: String, but path: String
  ) {
    let folder = folder(of: database)
    let others = all(of: database)
      .filter { $0.hasPrefix(prefix(occasion, database)) && "\(folder)/\($0)" != path }
    for name in others.dropLast(maxCount - 1) {
      unlink("\(folder)/\(name)")
      for companion in DraftFile.companions { unlink("\(folder)/\(name)\(companion)") }
    }
  }
}

extension String {
  /// The last part of a path without `.db`.
  var fileStem: Substring {
    let name = self[(lastIndex(of: "/").map(index(after:)) ?? startIndex)...]
    return name.hasSuffix(".db") ? name.dropLast(3) : name
  }
}
