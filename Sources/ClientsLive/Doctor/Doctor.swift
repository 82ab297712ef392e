import Clients
import FoundationEssentials
import Glibc
import Models

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
  public func look() -> [Finding] { database() + permissions() + leftovers() }

  /// How many workouts and people there are; `nil` where that cannot be told.
  public var contents: DataFolder.Contents? {
    guard isThere else { return nil }
    return try? Connection.unchanged(path: folder.databasePath).contents()
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
      case .setMode(let path, let mode): chmod(path, mode)
      case .remove(let path): unlink(path)
      case .reindex, .addUp: break
      }
    }
    guard mendings.contains(.reindex) || mendings.contains(.addUp) else { return nil }
    // Not brought up to date yet: should that fail for what is wrong, there would be no way out.
    let connection = try Connection.unchanged(path: folder.databasePath)
    defer { connection.close() }
    let backup = try KeptBackup.make(before: .repair, of: folder.databasePath, at: now) {
      try connection.backUp(to: $0, isChecked: false)
    }
    if mendings.contains(.reindex) { try connection.execute(script: "REINDEX") }
    if mendings.contains(.addUp) {
      try connection.bringUpToDate()
      try connection.addUpAnew { try connection.scoring(of: $0, in: catalogue) }
    }
    return backup
  }
}

// MARK: - The database

extension Doctor {
  private func database() -> [Finding] {
    guard isThere else { return [] }
    do {
      let copy = try Connection.scratchCopy(ofFileAt: folder.databasePath)
      defer { copy.close() }
      let damage = try copy.damage(limit: Self.mostLines)
      guard damage.isEmpty else { return damage.map(finding) }
      let lost = try copy.brokenReferences(limit: Self.mostLines)
      guard lost.isEmpty else { return lost.map { Finding(inDatabase($0), Self.restore) } }
      try copy.bringUpToDate()
      if try !copy.hasOwnSchema() {
        return [
          Finding(inDatabase("tables that Ladder did not make so"), Self.restore)
        ]
      }
      let unreadable = try copy.unreadableWorkouts(limit: Self.mostLines)
      guard unreadable.isEmpty else {
        return unreadable.map {
          Finding(inDatabase("workout \($0) cannot be read"), Self.restore)
        }
      }
      let wrong = try copy.wrongSums { try copy.scoring(of: $0, in: catalogue) }
      return wrong.map {
        Finding(inDatabase("\($0) are not what the workouts add up to"), mending: .addUp)
      }
    } catch let error as DatabaseError {
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

// MARK: - Files

extension Doctor {
  private func permissions() -> [Finding] {
    var findings: [Finding] = []
    if let status = Self.status(of: folder.path) {
      findings += owner(of: folder.path, status)
      if status.st_mode & 0o022 != 0 {
        findings.append(
          Finding(
            "\(folder.path.visibleText): others may change what is in it",
            mending: .setMode(path: folder.path, status.st_mode & 0o7755)))
      }
    }
    let own = ["ladder.db"] + DraftFile.companions.map { "ladder.db" + $0 }
    for name in own + KeptBackup.all(in: folder.path) {
      let path = "\(folder.path)/\(name)"
      guard let status = Self.status(of: path) else { continue }
      findings += owner(of: path, status)
      if status.st_mode & 0o077 != 0 {
        findings.append(
          Finding(
            "\(path.visibleText): others may read or change it",
            mending: .setMode(path: path, 0o600)))
      }
    }
    return findings
  }

  private func owner(of path: String, _ status: stat) -> [Finding] {
    guard status.st_uid != geteuid() else { return [] }
    return [
      Finding("\(path.visibleText): it belongs to another user", "give it back with chown")
    ]
  }

  private static func status(of path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }

  /// A program that writes a file is done with it long before that.
  private static let longestDraft: TimeInterval = 600

  private static func drafts(of stem: some StringProtocol, in folder: String) -> [String] {
    folderNames(folder).filter { $0.hasPrefix(stem) && $0.contains(DraftFile.mark) }
      .map { "\(folder)/\($0)" }
  }

  /// What killed programs left half done, here and beside the settings.
  private func leftovers() -> [Finding] {
    var paths = Self.drafts(of: "ladder", in: folder.path)
    if let settings = settingsFile?.path, let settingsFolder = settings.parentPath {
      let name = settings.dropFirst(settingsFolder.count + 1)
      paths += Self.drafts(of: name + DraftFile.mark, in: settingsFolder)
    }
    return paths.sorted().compactMap { path in
      guard
        let status = Self.status(of: path), status.st_mode & S_IFMT == S_IFREG,
        now.timeIntervalSince1970 - Double(status.st_mtim.tv_sec) > Self.longestDraft
      else { return nil }
      return Finding(
        "\(path.visibleText): left half written by a program that was killed",
        mending: .remove(path: path))
    }
  }
}
