import Clients
import Files
import FoundationEssentials
import Glibc
import Models

/// The folder of the settings, where workouts go that the database does not take: each to a file of its own.
///
/// It is usually on another disk, or has room when the disk of the data has none. The next start brings the workouts into
/// the database, as does `ladder doctor --repair`.
public struct RescueFolder: Sendable {
  private let path: String
  /// The data folder whose database the workouts belong to.
  private let dataFolder: String

  /// - Returns: `nil` if no folder for settings is known.
  public init?(besides settings: SettingsFile?, of dataFolder: DataFolder) {
    guard let path = settings?.path.parentPath else { return nil }
    self.path = path
    self.dataFolder = realPath(dataFolder.path) ?? dataFolder.path
  }

  static let prefix = "unsaved-"
  private static let ending = ".json"

  private static func name(of id: Workout.ID) -> String { prefix + id.uuidString + ending }

  /// Writes a workout to its file, in the place of an earlier one.
  ///
  /// - Returns: The path of the file.
  /// - Throws: ``SettingsError``; an earlier file is as it was then.
  func write(_ draft: WorkoutDraft, by person: PersonName) throws(SettingsError) -> String {
    let file = "\(path)/\(Self.name(of: draft.id))"
    let bytes = RescuedWorkout(draft, by: person, dataFolder: dataFolder).bytes
    let code = replaceFile(at: file, with: bytes)
    guard code == 0 else {
      throw SettingsError(
        operation: .write, path: file, code: code, message: systemReason(code))
    }
    syncFolder(of: file)
    return file
  }

  /// Removes the file of a workout, if there is one.
  func remove(_ id: Workout.ID) { unlink("\(path)/\(Self.name(of: id))") }

  /// The files with the names of rescued workouts, sorted.
  var files: [String] {
    folderNames(path).filter { $0.hasPrefix(Self.prefix) && $0.hasSuffix(Self.ending) }
      .sorted().prefix(Self.mostFiles).map { "\(path)/\($0)" }
  }

  /// More than there can be: each is a workout of a person.
  private static let mostFiles = 1000

  /// Brings the workouts of programs that have ended into the database, as unfinished ones, and removes their files.
  ///
  /// The database keeps a workout once, by its id: one that is in it already is only removed here.
  ///
  /// - Returns: The workouts that the database does not take now; their files stay.
  @discardableResult
  public func bringIn(
    to stores: Stores, _ catalogue: Catalogue = .standard
  ) -> [(person: PersonName, draft: WorkoutDraft)] {
    var waiting: [(person: PersonName, draft: WorkoutDraft)] = []
    for file in files {
      guard case .workout(let rescued) = look(at: file) else { continue }
      do {
        try bringIn(rescued, to: stores, catalogue)
      } catch is UnknownChallenge {
        continue
      } catch {
        waiting.append((rescued.person, rescued.draft))
      }
    }
    return waiting
  }

  /// Brings one of them into the database.
  ///
  /// - Throws: ``DatabaseError``, and ``UnknownChallenge`` where the database has no such challenge; its file stays then.
  func bringIn(
    _ rescued: RescuedWorkout, to stores: Stores, _ catalogue: Catalogue
  ) throws {
    let draft = rescued.draft
    guard try stores.challenges.scoring(of: draft.challenge, in: catalogue) != nil else {
      throw UnknownChallenge(id: draft.challenge)
    }
    try stores.unfinished.checkpoint(
      draft, by: rescued.person, owner: rescued.owner,
      at: draft.startedAt.addingTimeInterval(draft.duration / .seconds(1)))
    remove(draft.id)
  }
}

extension RescueFolder {
  /// A file with the name of a rescued workout.
  enum Look: Equatable {
    case workout(RescuedWorkout)
    /// The program that wrote it still runs, and tries to save it.
    case inUse
    /// It belongs to the database in another data folder.
    case elsewhere(RescuedWorkout)
    /// It is not a file that Ladder wrote.
    case foreign(reason: String)
  }

  /// Looks at a file that anything may have been put into.
  func look(at file: String) -> Look {
    let rescued: RescuedWorkout
    switch Self.read(file) {
    case .success(let found): rescued = found
    case .failure(let refusal): return .foreign(reason: refusal.reason)
    }
    guard file == "\(path)/\(Self.name(of: rescued.draft.id))" else {
      return .foreign(reason: "it has another name than its workout")
    }
    if rescued.owner.isAlive { return .inUse }
    return rescued.dataFolder == dataFolder ? .workout(rescued) : .elsewhere(rescued)
  }

  private struct Refusal: Error { let reason: String }

  /// The most bytes of a file: two logs of the most reps, as text, are half of that.
  private static let mostBytes = 4 << 20

  private static func read(_ path: String) -> Result<RescuedWorkout, Refusal> {
    // Neither through a link, nor waiting for a pipe.
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      return .failure(Refusal(reason: errno == ELOOP ? "it is a link" : systemReason()))
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { return .failure(Refusal(reason: systemReason())) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      return .failure(Refusal(reason: "it is not a file"))
    }
    guard status.st_uid == geteuid() else {
      return .failure(Refusal(reason: "it belongs to another user"))
    }
    guard status.st_mode & 0o077 == 0 else {
      return .failure(Refusal(reason: "others may read or change it"))
    }
    guard let bytes = readAll(of: file, atMost: mostBytes) else {
      return .failure(Refusal(reason: "it cannot be read whole, or is too long"))
    }
    guard let rescued = RescuedWorkout(bytes: bytes) else {
      return .failure(Refusal(reason: "it does not say a workout"))
    }
    return .success(rescued)
  }
}
