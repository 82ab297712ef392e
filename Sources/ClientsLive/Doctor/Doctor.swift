import Clients
import FoundationEssentials
import Glibc
import Models
import SQLite

/// Looks through all that is kept of a person, says what is wrong, and mends what can be mended.
///
/// To look changes nothing: the database is looked through as a copy, which nobody sees. What is mended is mended on the
/// database itself in one transaction, behind a backup; another Ladder may run meanwhile.
public struct Doctor {
  let folder: DataFolder
  let settingsFile: SettingsFile?
  let catalogue: Catalogue
  let now: Date

  /// - Parameter catalogue: The challenges that come with the program, to know how they are scored.
  public init(
    folder: DataFolder, settingsFile: SettingsFile?, catalogue: Catalogue = .standard,
    now: Date = Date()
  ) {
    self.folder = folder
    self.settingsFile = settingsFile
    self.catalogue = catalogue
    self.now = now
  }

  /// What is wrong, what matters most first.
  ///
  /// - Complexity: O(n log n) in the size of the database, and O(n) memory or temporary disk.
  public func look() -> [Finding] { database() + permissions() + unsaved() + leftovers() }

  /// How many workouts and people there are; `nil` where that cannot be told.
  public var contents: Backups.Contents? {
    guard isThere else { return nil }
    return try? Backups.Contents(of: .unchanged(folder.databasePath, as: .ladder))
  }

  /// Whether there is a database at all.
  public var isThere: Bool { access(folder.databasePath, F_OK) == 0 }

  /// Mends what ``look()`` found, as far as that can be.
  ///
  /// - Returns: Where the database is as it was before, if it was touched.
  /// - Throws: `DatabaseError` and ``BackupError``; the database is as it was then.
  public func mend(_ findings: [Finding]) throws -> String? {
    let mendings = Set(findings.compactMap(\.mending))
    for mending in mendings {
      switch mending {
      case .setMode(let path, let mode): setMode(mode, of: path)
      case .remove(let path): unlink(path)
      case .reindex, .addUp, .bringIn: break
      }
    }
    let backup = try mendDatabase(mendings)
    try bringIn(mendings)
    return backup
  }

  private func mendDatabase(_ mendings: Set<Finding.Mending>) throws -> String? {
    guard mendings.contains(.reindex) || mendings.contains(.addUp) else { return nil }
    // Not brought up to date yet: should that fail for what is wrong, there would be no way out.
    let connection = try Connection.unchanged(folder.databasePath, as: .ladder)
    defer { connection.close() }
    let backup = try KeptBackup.make(before: .repair, of: folder.databasePath, at: now) {
      try connection.backUp(to: $0, isChecked: false)
    }
    if mendings.contains(.reindex) { try connection.run("REINDEX") }
    if mendings.contains(.addUp) {
      try connection.migrate(to: .ladder)
      try SumStore(connection).recompute {
        try ChallengeStore(connection).scoring(of: $0, in: catalogue)
      }
    }
    return backup
  }
}

extension Doctor {
  private func database() -> [Finding] {
    guard isThere else { return [] }
    do {
      let copy = try Connection.scratchCopy(ofFileAt: folder.databasePath, as: .ladder)
      defer { copy.close() }
      let damage = try copy.damage(limit: Self.mostLines)
      guard damage.isEmpty else { return damage.map(finding) }
      let lost = try copy.brokenReferences(limit: Self.mostLines)
      guard lost.isEmpty else {
        return lost.map {
          Finding(inDatabase("a row of \($0.table) has lost its row of \($0.parent)"), Self.restore)
        }
      }
      try copy.migrate(to: .ladder)
      let unreadable = try WorkoutStore(copy).unreadable(limit: Self.mostLines)
      guard unreadable.isEmpty else {
        return unreadable.map {
          Finding(inDatabase("workout \($0) cannot be read"), Self.restore)
        }
      }
      let wrong = try SumStore(copy).wrongSums {
        try ChallengeStore(copy).scoring(of: $0, in: catalogue)
      }
      return wrong.map {
        Finding(inDatabase("\($0) are not what the workouts add up to"), mending: .addUp)
      }
    } catch let error as DatabaseError where error.reason == .notAFile {
      // It is told with the other files.
      return []
    } catch let error as DatabaseError {
      // The copy that was looked through has no name of its own.
      let error = error.named(folder.databasePath)
      return [Finding(error.happened, error.reason == .corrupt ? Self.restore : error.remedy)]
    } catch {
      return [Finding(inDatabase("\(error)"), Self.restore)]
    }
  }

  /// More of one kind say nothing new.
  private static let mostLines = 5

  private static let restore = "put a backup in its place with \"ladder restore FILE\""

  private func inDatabase(_ what: String) -> String {
    "\(folder.databasePath.visibleText): \(what.visibleText)"
  }

  /// An index that does not fit its table can be made again from it, a table from nothing.
  private func finding(_ damage: String) -> Finding {
    let isOfIndex =
      damage.hasPrefix("wrong # of entries in index") || damage.contains("missing from index")
      || damage.hasPrefix("non-unique entry in index")
    return isOfIndex
      ? Finding(inDatabase(damage), mending: .reindex)
      : Finding(inDatabase("damaged (\(damage))"), Self.restore)
  }
}
