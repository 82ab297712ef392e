import FoundationEssentials
import Glibc
import Models

/// A backup that Ladder makes by itself, beside the database, before it changes all of it.
///
/// Called by what was about to happen and when, in UTC: `ladder-before-update-2026-03-01T06-30-00Z.db`.
enum KeptBackup {
  enum Occasion: String, CaseIterable {
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
  static let most = 3

  /// Lets `write` make a backup under a name that is free, and lets the oldest ones of its kind go.
  ///
  /// - Parameter database: The path of the database.
  /// - Returns: Where it is.
  /// - Throws: What `write` throws; those that were there are all kept then.
  @discardableResult
  static func make(
    before occasion: Occasion, of database: String, at now: Date = Date(),
    _ write: (String) throws -> Void
  ) throws -> String {
    let folder = database.parentPath ?? "."
    let stem = "\(folder)/\(prefix(occasion))\(moment(now))"
    var path = stem + ".db"
    for other in 2... {
      do {
        try write(path)
        break
      } catch BackupError.isThere where other <= 100 {
        path = "\(stem)-\(other).db"
      }
    }
    removeOldest(occasion, in: folder, but: path)
    return path
  }

  /// The names of those in a folder, sorted: of each kind the oldest first.
  static func all(in folder: String) -> [String] {
    folderNames(folder).filter { name in
      name.hasSuffix(".db") && Occasion.allCases.contains { name.hasPrefix(prefix($0)) }
    }.sorted()
  }

  private static func prefix(_ occasion: Occasion) -> String {
    "ladder-before-\(occasion.rawValue)-"
  }

  /// To the second, without colons, which some file systems do not know.
  private static func moment(_ now: Date) -> String {
    now.iso8601.prefix(19).replacing(":", with: "-") + "Z"
  }

  /// - Parameter path: The one that was made just now, which stays also if the clock was set back.
  private static func removeOldest(_ occasion: Occasion, in folder: String, but path: String) {
    let others = all(in: folder)
      .filter { $0.hasPrefix(prefix(occasion)) && "\(folder)/\($0)" != path }
    for name in others.dropLast(most - 1) {
      unlink("\(folder)/\(name)")
      for companion in DraftFile.companions { unlink("\(folder)/\(name)\(companion)") }
    }
  }
}

/// The names in a folder; none where it cannot be read.
func folderNames(_ path: String) -> [String] {
  (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
}
