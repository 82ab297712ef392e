import Clients
import Files
import FoundationEssentials
import Glibc
import Models
import SQLite

/// The folder of the settings file. It also has one file for each workout that the database cannot save.
///
/// It is often on a different disk, so it may have space when the disk of the database is full. Both the
/// next start and `ladder doctor --repair` import the workouts into the database.
public struct RescueFolder: Sendable {
  private let path: String
  /// The path of the data folder that the workouts belong to.
  private let dataFolder: String

  /// Creates the rescue folder of a data folder: the folder that contains the file `settings`.
  ///
  /// - Returns: `nil` if there is no settings file.
  public init?(nextTo settings: SettingsFile?, for dataFolder: DataFolder) {
    guard let path = settings?.path.parentPath else { return nil }
    self.path = path
    self.dataFolder = realPath(dataFolder.path) ?? dataFolder.path
  }

  static let prefix = "unsaved-"
  private static let suffix = ".json"

  private static func name(of id: Workout.ID) -> String { prefix + id.uuidString + suffix }

  /// Writes a workout to its file, replacing an earlier version.
  ///
  /// - Returns: The path of the file.
  /// - Throws: ``SettingsError``; an earlier file is unchanged.
  func write(_ draft: WorkoutDraft, by person: PersonName) throws(SettingsError) -> String {
    let file = "\(path)/\(Self.name(of: draft.id))"
    let bytes = RescuedWorkout(draft, by: person, dataFolder: dataFolder).bytes
    let code = replaceFile(at: file, with: bytes)
    guard code == 0 else {
      throw SettingsError(
        operation: .write, path: file, code: code, message: systemErrorMessage(code))
    }
    syncFolder(of: file)
    return file
  }

  /// Removes the file of a workout, if there is one.
  func remove(_ id: Workout.ID) { unlink("\(path)/\(Self.name(of: id))") }

  /// The paths of the files that are named like rescued workouts, sorted.
  var files: [String] {
    fileNames(inFolder: path).filter { $0.hasPrefix(Self.prefix) && $0.hasSuffix(Self.suffix) }
      .sorted().map { "\(path)/\($0)" }
  }

  /// The maximum number of files to read at a start.
  private static let maxFiles = 1000

  /// Imports this data folder's workouts whose processes have ended, as unfinished workouts, and removes their files.
  ///
  /// If a workout is already finished in the database, or unfinished with a later state, only its file is removed.
  ///
  /// - Returns: The workouts that the database cannot save now; their files remain. A file with an unknown challenge
  ///   also remains, but is not in the result.
  @discardableResult
  public func importWorkouts(
    into connection: Connection
  ) -> [(person: PersonName, draft: WorkoutDraft)] {
    var unsaved: [(person: PersonName, draft: WorkoutDraft)] = []
    for file in files.prefix(Self.maxFiles) {
      guard case .workout(let rescued) = state(of: file) else { continue }
      do {
        try importWorkout(rescued, into: connection)
      } catch is UnknownChallenge {
        continue
      } catch {
        unsaved.append((rescued.person, rescued.draft))
      }
    }
    return unsaved
  }

  /// Imports one workout into the database.
  ///
  /// - Throws: ``DatabaseError``, and ``UnknownChallenge`` if the challenge is unknown; the file remains.
  func importWorkout(_ rescued: RescuedWorkout, into connection: Connection) throws {
    let draft = rescued.draft
    guard
      try draft.challenge == .strength
        || connection.challenges.challenge(draft.challenge) != nil
    else {
      throw UnknownChallenge(id: draft.challenge)
    }
    try connection.unfinished.checkpoint(
      draft, by: rescued.person, owner: rescued.owner,
      at: draft.startedAt.addingTimeInterval(draft.duration / .seconds(1)))
    remove(draft.id)
  }
}

extension RescueFolder {
  /// The state of a file that is named like a rescued workout.
  enum FileState: Equatable {
    case workout(RescuedWorkout)
    /// The process that wrote the file is still running and may save the workout.
    case inUse
    /// The file belongs to another data folder.
    case otherDataFolder(RescuedWorkout)
    /// The file cannot be read, or does not look like a file that Ladder wrote.
    case unreadable(reason: String)
  }

  /// Returns the state of a file, whose content is untrusted.
  func state(of file: String) -> FileState {
    let rescued: RescuedWorkout
    switch Self.read(file) {
    case .success(let found): rescued = found
    case .failure(let failure): return .unreadable(reason: failure.reason)
    }
    guard file == "\(path)/\(Self.name(of: rescued.draft.id))" else {
      return .unreadable(reason: "its name does not match its workout")
    }
    if rescued.owner.isKnownToBeRunning { return .inUse }
    return rescued.dataFolder == dataFolder ? .workout(rescued) : .otherDataFolder(rescued)
  }

  private struct ReadFailure: Error { let reason: String }

  /// The maximum size of a file in bytes: enough for the logs of the workout and of its ghost, both of the
  /// maximum length, as text.
  private static let maxBytes = 4 << 20

  private static func read(_ path: String) -> Result<RescuedWorkout, ReadFailure> {
    // Does not follow a link or wait for a pipe.
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      return .failure(ReadFailure(reason: errno == ELOOP ? "it is a link" : systemErrorMessage()))
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else {
      return .failure(ReadFailure(reason: systemErrorMessage()))
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      return .failure(ReadFailure(reason: fileTypeMismatch(status.st_mode)))
    }
    guard status.st_uid == geteuid() else {
      return .failure(ReadFailure(reason: "it belongs to another user"))
    }
    guard status.st_mode & 0o077 == 0 else {
      return .failure(ReadFailure(reason: "others can read or change it"))
    }
    guard let bytes = readAll(of: file, maxBytes: maxBytes) else {
      return .failure(ReadFailure(reason: "it cannot be read completely, or is too large"))
    }
    guard let rescued = RescuedWorkout(bytes: bytes) else {
      return .failure(ReadFailure(reason: "it does not contain a workout"))
    }
    return .success(rescued)
  }
}

// MARK: - The file

/// A workout that the database could not save, as stored in its file.
struct RescuedWorkout: Hashable, Sendable {
  let draft: WorkoutDraft
  let person: PersonName
  /// The path of the data folder that it belongs to.
  let dataFolder: String
  /// The process that wrote the file.
  let owner: ProcessIdentity

  init(
    _ draft: WorkoutDraft, by person: PersonName, dataFolder: String,
    owner: ProcessIdentity = .current
  ) {
    self.draft = draft
    self.person = person
    self.dataFolder = dataFolder
    self.owner = owner
  }

  /// The content of the file.
  private struct Content: Codable {
    static let currentVersion = 1

    var version = Self.currentVersion
    var workout: WorkoutRecord
    var draft: DraftRecord
    var person: String
    var dataFolder: String

    private enum CodingKeys: String, CodingKey {
      case version, workout, draft, person
      case dataFolder = "data_folder"
    }
  }

  /// The content of the file: JSON with the columns of the table `unfinished`.
  var bytes: [UInt8] {
    let content = Content(
      workout: WorkoutRecord(draft), draft: Self.fields(of: draft, owner), person: person.text,
      dataFolder: dataFolder)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // All values are strings and numbers in range, so encoding cannot fail.
    return (try? encoder.encode(content)).map { Array($0) } ?? []
  }

  /// Creates a workout from the content of a file, which may be arbitrary bytes.
  ///
  /// - Returns: `nil` if the bytes were not written by ``bytes`` or have values out of range.
  /// - Complexity: O(n).
  init?(bytes: [UInt8]) {
    guard
      let content = try? JSONDecoder().decode(Content.self, from: Data(bytes)),
      content.version == Content.currentVersion,
      let person = PersonName(content.person), person.text == content.person,
      content.draft.duration <= RepLog.maxInstant.wholeMilliseconds,
      let workout = content.workout.workout(by: person.text),
      let draft = content.draft.draft(workout),
      // Writing the workout again must give the same content, so that nothing is lost silently.
      WorkoutRecord(draft) == content.workout,
      Self.fields(of: draft, ProcessIdentity(text: content.draft.owner ?? "")) == content.draft
    else { return nil }
    self.init(
      draft, by: person, dataFolder: content.dataFolder,
      owner: ProcessIdentity(text: content.draft.owner ?? ""))
  }

  /// Returns the fields of a draft that ``WorkoutRecord`` lacks. The duration extends at least to the last rep or skip.
  private static func fields(of draft: WorkoutDraft, _ owner: ProcessIdentity) -> DraftRecord {
    var fields = DraftRecord(draft, owner: owner)
    fields.duration = max(fields.duration, draft.log.lastInstant.wholeMilliseconds)
    return fields
  }
}
