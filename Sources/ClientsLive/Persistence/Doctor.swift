import Clients
import FoundationEssentials
import Glibc
import Models
import SQLite

/// A checker that finds and repairs problems in a person's database, files and settings.
///
/// Checking works on a temporary copy of the database and changes nothing. Rebuilding indexes and recomputing
/// aggregates changes the database itself, after a backup. Other Ladder processes may run at the same time.
public struct Doctor {
  let folder: DataFolder
  let settingsFile: SettingsFile?
  let now: Date
  /// Called with the current step of a check: `checking 51500 of 103000 workouts`.
  private let onProgress: (String) -> Void

  /// Creates a checker.
  public init(
    folder: DataFolder, settingsFile: SettingsFile?, now: Date = Date(),
    onProgress: @escaping (String) -> Void = { _ in }
  ) {
    self.folder = folder
    self.settingsFile = settingsFile
    self.now = now
    self.onProgress = onProgress
  }

  /// Returns the problems, the most important first.
  ///
  /// - Complexity: O(n log n) in the size of the database, and O(n) memory or temporary disk space.
  public func findings() -> ProblemList<Finding> {
    var findings = database()
    forEachFileFinding { findings.append($0) }
    return findings
  }

  private func forEachFileFinding(_ body: (Finding) -> Void) {
    permissions().forEach(body)
    forEachUnsavedWorkout(body)
    forEachAbandonedFile(body)
  }

  /// The numbers of workouts and people, or `nil` if the database cannot be read.
  public var contents: Backups.Contents? {
    guard hasDatabase else { return nil }
    return try? Backups.Contents(of: .openWithoutMigrating(folder.databasePath, as: .ladder))
  }

  /// Whether the database exists.
  public var hasDatabase: Bool { access(folder.databasePath, F_OK) == 0 }

  /// Repairs the repairable findings about the database, and all repairable problems of files.
  ///
  /// - Returns: The path of the backup of the database, if the database was changed.
  /// - Throws: `DatabaseError`, ``BackupError`` and `UnknownChallenge`. Repairs made before the error remain.
  public func repair(_ findings: ProblemList<Finding>) throws -> String? {
    // Checks the files again, because `findings` lists only the first problems and counts the others.
    forEachFileFinding { finding in
      switch finding.repair {
      case .setMode(let path, let mode): setMode(mode, of: path)
      case .remove(let path): unlink(path)
      case .reindex, .recomputeAggregates, .importWorkout, nil: break
      }
    }
    let backup = try repairDatabase(findings.compactMap(\.repair))
    try importWorkouts()
    return backup
  }

  private func repairDatabase(_ repairs: [Finding.Repair]) throws -> String? {
    guard repairs.contains(.reindex) || repairs.contains(.recomputeAggregates) else { return nil }
    // Opened without migrating, because the problem to repair may cause the migration to fail.
    let connection = try Connection.openWithoutMigrating(folder.databasePath, as: .ladder)
    defer { connection.close() }
    let backup = try AutomaticBackup.make(before: .repair, of: folder.databasePath, at: now) {
      try connection.backUp(to: $0, shouldCheckIntegrity: false)
    }
    if repairs.contains(.reindex) { try connection.run("REINDEX") }
    if repairs.contains(.recomputeAggregates) {
      try connection.migrate(to: .ladder)
      try connection.aggregates.recompute()
    }
    return backup
  }
}

extension Doctor {
  private func database() -> ProblemList<Finding> {
    guard hasDatabase else { return [] }
    do {
      onProgress("copying the database")
      let copy = try Connection.temporaryCopy(ofFileAt: folder.databasePath, as: .ladder)
      defer { copy.close() }
      onProgress("checking the file")
      let damage = try copy.integrityErrors()
      guard damage.isEmpty else { return ProblemList(damage.map(finding)) }
      let violations = try copy.foreignKeyViolations()
      guard violations.isEmpty else {
        return ProblemList(
          violations.lazy.map {
            Finding(
              inDatabase("a row in \($0.table) refers to a missing row in \($0.parent)"),
              Self.restoreRemedy)
          })
      }
      try copy.migrate(to: .ladder)
      var findings = ProblemList<Finding>()
      let workoutCount = try Backups.Contents(of: copy).workouts
      var checkedCount = 0
      let incorrect = try copy.aggregates.incorrectAggregates { number, isReadable in
        checkedCount += 1
        if checkedCount.isMultiple(of: 500) {
          onProgress("checking \(checkedCount) of \(workoutCount) workouts")
        }
        guard !isReadable else { return }
        findings.append(
          Finding(inDatabase("workout number \(number) cannot be read"), Self.restoreRemedy))
      }
      guard findings.isEmpty else { return findings }
      for aggregate in incorrect {
        findings.append(
          Finding(
            inDatabase("\(aggregate) do not match the workouts"), repair: .recomputeAggregates))
      }
      // The rules are checked last, because everything else works without them.
      for exercise in try copy.strength.exercisesWithUnreadableRules() {
        findings.append(
          Finding(
            inDatabase("the progression rule of \(exercise) cannot be read"),
            "choose another rule: press W on the first screen, open the exercise and press r"))
      }
      return findings
    } catch let error as DatabaseError where error.reason == .notARegularFile {
      // `permissions()` reports this problem.
      return []
    } catch var error as DatabaseError {
      // The temporary copy has no path.
      error.path = folder.databasePath
      return [Finding(error.summary, error.reason == .corrupt ? Self.restoreRemedy : error.remedy)]
    } catch {
      return [Finding(inDatabase("\(error)"), Self.restoreRemedy)]
    }
  }

  private static let restoreRemedy = "restore a backup with \"ladder restore FILE\""

  private func inDatabase(_ problem: String) -> String {
    "\(folder.databasePath.escapedText): \(problem.escapedText)"
  }

  /// Returns a finding for a damaged index, which can be rebuilt from its table, or for other damage, which cannot
  /// be repaired.
  private func finding(_ damage: String) -> Finding {
    let isIndexDamage =
      damage.hasPrefix("wrong # of entries in index") || damage.contains("missing from index")
      || damage.hasPrefix("non-unique entry in index")
    return isIndexDamage
      ? Finding(inDatabase(damage), repair: .reindex)
      : Finding(inDatabase("damaged (\(damage))"), Self.restoreRemedy)
  }
}

/// A problem with the database, a file or the settings.
public struct Finding: Hashable, Sendable {
  /// The problem and its location, in one line.
  public let problem: String

  /// The action that resolves the problem.
  public let remedy: String

  let repair: Repair?

  /// Whether ``Doctor/repair(_:)`` can resolve the problem.
  public var isRepairable: Bool { repair != nil }

  /// A repair of a problem.
  enum Repair: Hashable, Sendable {
    /// Changes the mode of a file or folder.
    case setMode(path: String, mode_t)
    /// Removes a file.
    case remove(path: String)
    /// Rebuilds the indexes from their tables.
    case reindex
    /// Recomputes the aggregates from the workouts.
    case recomputeAggregates
    /// Imports a workout from the rescue folder into the database.
    case importWorkout(RescuedWorkout)
  }

  init(_ problem: String, _ remedy: String) {
    self.problem = problem
    self.remedy = remedy
    repair = nil
  }

  init(_ problem: String, repair: Repair) {
    self.problem = problem
    self.repair = repair
    remedy =
      switch repair {
      case .setMode: "--repair removes that permission"
      case .remove: "--repair removes it"
      case .reindex: "--repair rebuilds the indexes"
      case .recomputeAggregates: "--repair recomputes them"
      case .importWorkout:
        "--repair moves it into the database, and the next start offers to resume it"
      }
  }
}
