import FoundationEssentials
import Models
import SQLite

/// A workout as it is stored: in the tables `workouts` and `unfinished`, in the journal, and in a rescue file.
///
/// The coding keys are the columns. Values may have been edited by hand, so they are limited when they are read.
struct WorkoutRecord: Codable, Hashable {
  var id: UUID
  var challenge: String
  /// The start in milliseconds since 1970.
  var startedAt: Int64
  /// The offset from UTC at the start, in seconds.
  var utcOffset: Int64
  var note: String?
  /// The text of the figures that the person added, if any.
  var figures: String?
  /// The bytes of the log.
  var log: Data
  /// In the journal: the workout that this one corrects.
  var corrects: UUID?

  private enum CodingKeys: String, CodingKey {
    case id, challenge, note, figures, log, corrects
    case startedAt = "started_at"
    case utcOffset = "utc_offset"
  }
}

extension WorkoutRecord {
  /// Creates the record of an unfinished workout, whose log has no end yet.
  init(_ draft: WorkoutDraft) {
    self.init(
      id: draft.id, challenge: draft.challenge.rawValue,
      startedAt: draft.startedAt.millisecondsSince1970, utcOffset: Int64(draft.utcOffset),
      log: Data(draft.log.bytes))
  }

  init(_ workout: Workout) {
    self.init(
      id: workout.id, challenge: workout.challenge.rawValue,
      startedAt: workout.startedAt.millisecondsSince1970, utcOffset: Int64(workout.utcOffset),
      note: workout.note?.text, figures: workout.figures.isEmpty ? nil : workout.figures.text,
      log: Data(workout.log.bytes))
  }

  /// Returns the workout of a person; `nil` if the log cannot be read.
  ///
  /// A note that Ladder did not write is cleaned and truncated like typed text.
  func workout(by user: String) -> Workout? {
    guard let log = log.workoutLog else { return nil }
    return Workout(
      id: id, challenge: Challenge.ID(rawValue: challenge), user: PersonName.displayable(user),
      startedAt: Date(millisecondsSince1970: startedAt).roundedToMilliseconds,
      utcOffset: Int(utcOffset.clamped(to: Self.utcOffsets)), log: log,
      note: note.flatMap { WorkoutNote($0) }, figures: WorkoutFigures(text: figures ?? ""))
  }

  /// Whether all values are in the ranges of values that Ladder writes.
  var isValid: Bool {
    challenge.utf8.count <= 200 && Self.times.contains(startedAt)
      && Self.utcOffsets.contains(utcOffset) && log.workoutLog != nil
  }

  /// The years 1 to 9999, in milliseconds since 1970.
  static let times: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999
  /// The years 1 to 9999, in days since 1970-01-01.
  static let days: ClosedRange<Int64> = -719_162...2_932_896
  /// The valid offsets from UTC in seconds: less than a day.
  static let utcOffsets: ClosedRange<Int64> = -86_399...86_399
}

extension Data {
  /// The log that these bytes encode; `nil` if they are not valid.
  var workoutLog: WorkoutLog? { withUnsafeBytes { WorkoutLog(bytes: $0) } }
}

/// The columns of `workouts` that are computed from the log and the start, for queries.
struct DerivedColumns: Codable, Hashable {
  /// The person's day of the start, counted from 1970-01-01.
  var day: Int64
  /// The duration in milliseconds, without pauses.
  var duration: Int64
  /// The bits of the provenance.
  var provenance: Int64
  /// The reps that count in totals. The end of a distance is not a rep.
  var reps: Int64
  /// Whether the workout counts in totals.
  var counts: Bool

  private enum CodingKeys: String, CodingKey {
    case day, provenance, reps, counts
    case duration = "duration_ms"
  }

  /// Computes the columns of a workout.
  ///
  /// - Parameters:
  ///   - challenge: The challenge, if it is known.
  ///   - dayStart: The beginning of the days in the database.
  /// - Complexity: O(n) in the reps, the skips and the sets.
  init(of workout: Workout, in challenge: Challenge?, _ dayStart: DayStart) {
    day = dayStart.day(of: workout)
    duration = workout.duration.wholeMilliseconds
    provenance = workout.provenance.rawValue
    counts =
      workout.isEligible(in: challenge)
      || challenge?.routine.isUncounted == true
        && workout.impossibilityReason(in: challenge) == nil
        && workout.duration >= challenge?.timeLimit ?? .zero
    reps = Int64(counts ? challenge?.routine.repCount(of: workout) ?? workout.reps : 0)
  }
}

/// The fields of an unfinished workout that its ``WorkoutRecord`` lacks, in the table `unfinished` and in a rescue file.
struct DraftRecord: Codable, Hashable {
  /// The time worked so far in milliseconds, without pauses.
  var duration: Int64
  /// The process that runs the workout. A copy without personal data has none.
  var owner: String?
  /// The text of the workout's purpose, such as a set of a plan; `nil` for none.
  var purpose: String?
  /// The name of the earlier workout to race against, and its log.
  var ghost: String?
  var ghostLog: Data?

  private enum CodingKeys: String, CodingKey {
    case owner, purpose, ghost
    case duration = "duration_ms"
    case ghostLog = "ghost_log"
  }
}

extension DraftRecord {
  init(_ draft: WorkoutDraft, owner: ProcessIdentity) {
    self.init(
      duration: max(0, draft.duration.wholeMilliseconds), owner: owner.text,
      purpose: draft.purpose?.text,
      ghost: draft.ghost?.name, ghostLog: draft.ghost.map { Data($0.log.bytes) })
  }

  /// Returns a draft of a workout; `nil` if the log of its ghost cannot be read.
  func draft(_ workout: Workout) -> WorkoutDraft? {
    var race: Ghost?
    if let ghost {
      guard let log = ghostLog?.workoutLog else { return nil }
      race = Ghost(name: PersonName.displayable(ghost), log: log)
    }
    return WorkoutDraft(
      id: workout.id, challenge: workout.challenge, startedAt: workout.startedAt,
      utcOffset: workout.utcOffset,
      duration: .milliseconds(duration).clamped(to: .zero...WorkoutLog.maxDuration),
      log: workout.log, purpose: purpose.flatMap { WorkoutDraft.Purpose(text: $0) }, ghost: race)
  }
}
