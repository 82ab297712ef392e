import FoundationEssentials
import Models
import SQLite

/// A workout as it is stored: in the tables `workouts` and `unfinished`, in the journal, and in a rescue file.
///
/// The coding keys are the columns. Values may have been edited by hand, so they are limited when they are read.
struct WorkoutRecord: Codable, Hashable {
  var id: UUID
  var challenge: String
  /// In milliseconds since 1970.
  var startedAt: Int64
  /// The offset from UTC at the start, in seconds.
  var utcOffset: Int64
  /// In milliseconds, without pauses.
  var duration: Int64
  /// The bits of the provenance.
  var provenance: Int64
  var note: String?
  /// The text of the figures that the person added, if any.
  var figures: String?
  var repLog: Data
  /// `nil` for an empty log, as the next one.
  var skipLog: Data?
  var pauseLog: Data?
  /// The sets of a strength session. Tables have them in `strength_sets`.
  var sets: [SetRecord]?
  /// In the journal: the workout that this one corrects.
  var corrects: UUID?

  private enum CodingKeys: String, CodingKey {
    case id, challenge, provenance, note, figures, sets, corrects
    case startedAt = "started_at"
    case utcOffset = "utc_offset"
    case duration = "duration_ms"
    case repLog = "rep_log"
    case skipLog = "skip_log"
    case pauseLog = "pause_log"
  }
}

extension WorkoutRecord {
  /// Creates a record without the sets.
  init(_ workout: Workout) {
    self.init(
      id: workout.id, challenge: workout.challenge.rawValue,
      startedAt: workout.startedAt.millisecondsSince1970, utcOffset: Int64(workout.utcOffset),
      duration: max(0, workout.duration.wholeMilliseconds),
      provenance: workout.provenance.rawValue, note: workout.note?.text,
      figures: workout.figures.isEmpty ? nil : workout.figures.text,
      repLog: Data(workout.log.bytes),
      skipLog: workout.skips.isEmpty ? nil : Data(workout.skips.bytes),
      pauseLog: workout.pauses.isEmpty ? nil : Data(workout.pauses.bytes))
  }

  /// Returns the workout of a person; `nil` if the rep log or a set cannot be read.
  ///
  /// Other logs that cannot be read are empty, because the score does not depend on them. A note that Ladder did not write
  /// is cleaned and truncated like typed text.
  func workout(by user: String) -> Workout? {
    guard let log = RepLog(bytes: repLog), let sets = performedSets else { return nil }
    return Workout(
      id: id, challenge: Challenge.ID(rawValue: challenge), user: PersonName.displayable(user),
      startedAt: Date(millisecondsSince1970: startedAt).roundedToMilliseconds,
      utcOffset: Int(utcOffset.clamped(to: Self.utcOffsets)),
      duration: .milliseconds(duration.clamped(to: 0...Self.maxDuration)), log: log,
      skips: skipLog.flatMap { SkipLog(bytes: $0) } ?? SkipLog(),
      pauses: pauseLog.flatMap { PauseLog(bytes: $0) } ?? PauseLog(),
      note: note.flatMap { WorkoutNote($0) }, figures: WorkoutFigures(text: figures ?? ""),
      sets: sets, provenance: Workout.Provenance(rawValue: provenance))
  }

  /// Whether all values are in the ranges of values that Ladder writes.
  var isValid: Bool {
    challenge.utf8.count <= 200 && (0...Self.maxDuration).contains(duration)
      && Self.times.contains(startedAt) && Self.utcOffsets.contains(utcOffset)
      && RepLog(bytes: repLog) != nil && performedSets != nil
      && sets?.allSatisfy { Self.times.contains($0.doneAt) } != false
  }

  /// The sets of a strength session, none for any other workout; `nil` if one is invalid, or if there are more than a session
  /// can have.
  private var performedSets: [PerformedSet]? {
    guard let sets else { return [] }
    let performed = sets.compactMap { $0.performedSet() }
    return performed.count == sets.count && sets.count <= PerformedSet.maxCount ? performed : nil
  }

  /// A hundred years, in milliseconds.
  static let maxDuration: Int64 = 3_155_760_000_000
  /// The years 1 to 9999, in milliseconds since 1970.
  static let times: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999
  /// The years 1 to 9999, in days since 1970-01-01.
  static let days: ClosedRange<Int64> = -719_162...2_932_896
  /// Less than a day, in seconds.
  static let utcOffsets: ClosedRange<Int64> = -86_399...86_399
}

/// A set of a strength session: a row of the table `strength_sets` without its place, and a set in the journal and in a
/// rescue file.
struct SetRecord: Codable, Hashable {
  var exercise: String
  /// The text of the set, with its unit.
  var entry: String
  /// In milliseconds since 1970.
  var doneAt: Int64

  private enum CodingKeys: String, CodingKey {
    case exercise, entry
    case doneAt = "done_at"
  }
}

extension SetRecord {
  init(_ performed: PerformedSet) {
    self.init(
      exercise: performed.exercise, entry: performed.set.text,
      doneAt: performed.doneAt.millisecondsSince1970)
  }

  /// Returns the set; `nil` if it is invalid.
  ///
  /// - Parameter aliases: The new names of renamed exercises.
  func performedSet(_ aliases: ExerciseAliases = ExerciseAliases()) -> PerformedSet? {
    guard let set = try? SetEntry(text: entry, unit: nil) else { return nil }
    return PerformedSet(
      aliases.name(of: exercise), set,
      at: Date(millisecondsSince1970: doneAt).roundedToMilliseconds)
  }
}

/// The fields of an unfinished workout that its ``WorkoutRecord`` lacks, in the table `unfinished` and in a rescue file.
struct DraftRecord: Codable, Hashable {
  var isPaused: Bool
  /// The process that runs the workout. A copy without personal data has none.
  var owner: String?
  /// The plan's set, if the workout is one.
  var purpose: String?
  /// The name of the earlier workout to race against, and its reps.
  var ghost: String?
  var ghostLog: Data?

  private enum CodingKeys: String, CodingKey {
    case owner, purpose, ghost
    case isPaused = "is_paused"
    case ghostLog = "ghost_log"
  }
}

extension DraftRecord {
  init(_ draft: WorkoutDraft, owner: ProcessIdentity) {
    self.init(
      isPaused: draft.isPaused, owner: owner.text, purpose: draft.purpose?.text,
      ghost: draft.ghost?.name, ghostLog: draft.ghost.map { Data($0.log.bytes) })
  }

  /// Returns a draft of a workout; `nil` if the log of its ghost cannot be read.
  func draft(_ workout: Workout) -> WorkoutDraft? {
    guard let ghostLog = RepLog(bytes: ghostLog ?? Data()) else { return nil }
    return WorkoutDraft(
      id: workout.id, challenge: workout.challenge, startedAt: workout.startedAt,
      utcOffset: workout.utcOffset, duration: workout.duration, log: workout.log,
      skips: workout.skips, pauses: workout.pauses,
      purpose: purpose.flatMap { WorkoutDraft.Purpose(text: $0) },
      ghost: ghost.map { Ghost(name: PersonName.displayable($0), log: ghostLog) },
      isPaused: isPaused, sets: workout.sets, provenance: workout.provenance)
  }
}
