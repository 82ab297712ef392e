import Clients
import FoundationEssentials
import Models

/// A workout that the database could not save, as stored in its file.
struct RescuedWorkout: Hashable, Sendable {
  let draft: WorkoutDraft
  let person: PersonName
  /// The path of the data folder that it belongs to.
  let dataFolder: String
  /// The process that wrote the file.
  let owner: ProcessIdentity

  /// The content of the file.
  var bytes: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // All values are strings and numbers in range, so encoding cannot fail.
    return (try? encoder.encode(Fields(self))).map { Array($0) } ?? []
  }

  /// Creates a workout from the content of a file, which may be arbitrary bytes.
  ///
  /// - Returns: `nil` if the bytes were not written by ``bytes`` or have values out of range.
  /// - Complexity: O(n).
  init?(bytes: [UInt8]) {
    guard
      let fields = try? JSONDecoder().decode(Fields.self, from: Data(bytes)),
      fields.version == Fields.currentVersion,
      let person = PersonName(fields.person), person.text == fields.person,
      let startedAt = Date(iso8601: fields.startedAt),
      (-86_399...86_399).contains(fields.utcOffset),
      (0...RepLog.maxInstant.wholeMilliseconds).contains(fields.milliseconds),
      fields.reps.count <= RepLog.maxReps, (fields.ghostReps?.count ?? 0) <= RepLog.maxReps,
      Int64(fields.reps.milliseconds.last ?? 0) <= fields.milliseconds,
      Int64(fields.skips?.milliseconds.last ?? 0) <= fields.milliseconds
    else { return nil }
    guard let sets = (fields.sets ?? []).performedSets else { return nil }
    var purpose: WorkoutDraft.Purpose?
    if let text = fields.purpose {
      purpose = WorkoutDraft.Purpose(text: text)
      if purpose == nil { return nil }
    }
    draft = WorkoutDraft(
      id: fields.id, challenge: Challenge.ID(rawValue: fields.challenge), startedAt: startedAt,
      utcOffset: fields.utcOffset, duration: .milliseconds(fields.milliseconds), log: fields.reps,
      skips: fields.skips ?? SkipLog(), pauses: fields.pauses ?? PauseLog(),
      purpose: purpose,
      ghost: fields.ghost.map {
        Ghost(name: PersonName.displayable($0), log: fields.ghostReps ?? RepLog())
      }, sets: sets, provenance: Workout.Provenance(rawValue: fields.provenance ?? 0))
    self.person = person
    dataFolder = fields.dataFolder
    owner = ProcessIdentity(text: fields.owner)
  }

  init(
    _ draft: WorkoutDraft, by person: PersonName, dataFolder: String,
    owner: ProcessIdentity = .current
  ) {
    self.draft = draft
    self.person = person
    self.dataFolder = dataFolder
    self.owner = owner
  }
}

/// The content of the file: JSON, so that it can be read without Ladder.
private struct Fields: Codable {
  static let currentVersion = 1

  var version = Self.currentVersion
  var id: UUID
  var person: String
  var challenge: String
  /// The date in ISO 8601.
  var startedAt: String
  /// The offset from UTC at the start, in seconds.
  var utcOffset: Int
  /// The duration.
  var milliseconds: Int64
  /// The times of the reps in milliseconds.
  var reps: RepLog
  /// The times of skipped rounds in milliseconds, if there are any.
  var skips: SkipLog?
  /// The begins and ends of pauses in milliseconds since the start, if there are any.
  var pauses: PauseLog?
  /// The bits of the workout's provenance, if any is set.
  var provenance: Int64?
  var purpose: String?
  /// The sets of a strength session.
  var sets: [SetBody]?
  var ghost: String?
  var ghostReps: RepLog?
  var dataFolder: String
  var owner: String

  init(_ rescued: RescuedWorkout) {
    let draft = rescued.draft
    id = draft.id
    person = rescued.person.text
    challenge = draft.challenge.rawValue
    startedAt = draft.startedAt.iso8601
    utcOffset = draft.utcOffset
    let last = max(draft.log.milliseconds.last ?? 0, draft.skips.milliseconds.last ?? 0)
    milliseconds = max(draft.storedMilliseconds, Int64(last))
    reps = draft.log
    skips = draft.skips.isEmpty ? nil : draft.skips
    pauses = draft.pauses.isEmpty ? nil : draft.pauses
    provenance = draft.provenance.isEmpty ? nil : draft.provenance.rawValue
    purpose = draft.purpose?.text
    sets = draft.sets.isEmpty ? nil : draft.sets.map { SetBody($0) }
    ghost = draft.ghost?.name
    ghostReps = draft.ghost?.log
    dataFolder = rescued.dataFolder
    owner = rescued.owner.text
  }
}
