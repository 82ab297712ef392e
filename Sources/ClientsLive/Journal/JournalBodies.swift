import FoundationEssentials
import Models

/// A workout in the journal.
struct WorkoutBody: Codable, Hashable {
  var challenge: String
  /// In milliseconds since 1970.
  var startedAt: Int64
  /// The local day of the start, in days since 1970-01-01.
  var day: Int64
  /// The offset from UTC at the start, in seconds.
  var utcOffset: Int
  /// In milliseconds, without pauses.
  var duration: Int64
  var reps: Data
  var skips: Data?
  var note: String?
  /// The workout that this one corrects.
  var replaces: UUID?
  /// The bits of the provenance.
  var provenance: Int64
  /// The log of pauses, if there were any.
  var pauses: Data?
  /// The text of the figures that the person added, if any.
  var figures: String?
  /// The sets of a strength session.
  var sets: [SetBody]?

  private enum CodingKeys: String, CodingKey {
    case challenge, day, reps, skips, note, replaces, provenance, pauses, figures, sets
    case startedAt = "started_at"
    case utcOffset = "utc_offset"
    case duration = "duration_ms"
  }
}

/// A set of a strength session in the journal.
struct SetBody: Codable, Hashable {
  var exercise: String
  /// The text of the set, with its unit.
  var set: String
  /// In milliseconds since 1970.
  var doneAt: Int64

  private enum CodingKeys: String, CodingKey {
    case exercise, set
    case doneAt = "done_at"
  }
}

extension SetBody {
  init(_ performed: PerformedSet) {
    self.init(
      exercise: performed.exercise, set: performed.set.text,
      doneAt: performed.doneAt.millisecondsSince1970)
  }
}

extension [SetBody] {
  /// The sets; `nil` if one is invalid, or if there are more than a session can have.
  var performedSets: [PerformedSet]? {
    guard count <= PerformedSet.maxCount else { return nil }
    let performed = compactMap { body -> PerformedSet? in
      guard
        WorkoutBody.times.contains(body.doneAt),
        let set = try? SetEntry(text: body.set, unit: .kilograms)
      else { return nil }
      return PerformedSet(body.exercise, set, at: Date(millisecondsSince1970: body.doneAt))
    }
    return performed.count == count ? performed : nil
  }
}

/// Whether a workout is in the trash.
struct TrashBody: Codable, Hashable {
  /// The time of the deletion in milliseconds since 1970; `nil` if the workout is not in the trash.
  var deletedAt: Int64?
  /// Whether the workout was removed for good: a correction that was undone.
  var isRemoved: Bool?

  private enum CodingKeys: String, CodingKey {
    case deletedAt = "deleted_at"
    case isRemoved = "is_removed"
  }
}

/// A training plan in the journal.
struct PlanBody: Codable, Hashable {
  var challenge: String
  var measure: String
  var amount: Int64
  /// In milliseconds.
  var duration: Int64
  /// The local day of the test, in days since 1970-01-01.
  var testedOn: Int64
  /// In milliseconds since 1970; `nil` for a plan that is followed.
  var endedAt: Int64?
  var isRemoved: Bool?

  private enum CodingKeys: String, CodingKey {
    case challenge, measure, amount
    case duration = "duration_ms"
    case testedOn = "tested_on"
    case endedAt = "ended_at"
    case isRemoved = "is_removed"
  }
}

/// A session of a training plan in the journal.
struct PlanSessionBody: Codable, Hashable {
  /// The number of completed sets.
  var sets: Int64
  var day: Int64
  var isDone: Bool

  private enum CodingKeys: String, CodingKey {
    case sets, day
    case isDone = "is_done"
  }
}

/// A custom challenge in the journal.
struct ChallengeBody: Codable, Hashable {
  var name: String
  var kind: String
  var scoring: String
  var amount: Int64
  var instructions: String
  /// The text of the routine; empty for a single set.
  var rounds: String
  /// Whether the challenge was deleted. Workouts still need its name and scoring.
  var isDeleted: Bool

  private enum CodingKeys: String, CodingKey {
    case name, kind, scoring, amount, instructions, rounds
    case isDeleted = "is_deleted"
  }
}

/// A setting in the journal: its value in the settings file.
struct SettingBody: Codable, Hashable {
  var value: String
}

extension JournalRecord {
  /// The workout that this record's workout corrects, if any.
  var corrects: UUID? {
    knownKind == .workout ? body(WorkoutBody.self)?.replaces : nil
  }

  /// Whether this version of the program can apply the record. Others are kept, for programs that can.
  var canBeApplied: Bool {
    guard time.rawValue >= 0 else { return false }
    return switch knownKind {
    case .challenge: body(ChallengeBody.self)?.challenge(subject) != nil
    case .plan: subject.uuid != nil && body(PlanBody.self)?.isValid == true
    case .planSession: subject.bytes.count == 20 && body(PlanSessionBody.self)?.isValid == true
    case .workout: subject.uuid != nil && body(WorkoutBody.self)?.isValid == true
    case .trash: subject.uuid != nil && body(TrashBody.self) != nil
    case .setting: body(SettingBody.self) != nil
    case .exerciseSettings: body(ExerciseSettingsBody.self)?.isValid(for: subject) == true
    case nil: false
    }
  }
}

extension WorkoutBody {
  /// Whether the reps and the sets can be read.
  var isValid: Bool { log != nil && performedSets != nil }

  /// The sets of a strength session, none for any other workout; `nil` if one is invalid.
  var performedSets: [PerformedSet]? { (sets ?? []).performedSets }

  /// The rep log; `nil` if the workout is invalid.
  var log: RepLog? {
    let isPlausible =
      challenge.utf8.count <= 200 && (0...Self.maxDuration).contains(duration)
      && Self.times.contains(startedAt) && Self.days.contains(day)
      && (-86_399...86_399).contains(utcOffset)
    return isPlausible ? RepLog(bytes: reps) : nil
  }

  /// A hundred years, in milliseconds.
  private static let maxDuration: Int64 = 3_155_760_000_000
  /// The years 1 to 9999, in milliseconds since 1970.
  fileprivate static let times: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999
  /// The years 1 to 9999, in days since 1970-01-01.
  fileprivate static let days: ClosedRange<Int64> = -719_162...2_932_896
}

extension PlanBody {
  fileprivate var isValid: Bool {
    guard let measure = TestResult.Measure(rawValue: measure), let amount = Int(exactly: amount)
    else { return false }
    return challenge.utf8.count <= 200 && WorkoutBody.days.contains(testedOn)
      && TestResult(
        measure: measure, amount: amount, duration: .milliseconds(duration), day: testedOn) != nil
  }
}

extension PlanSessionBody {
  fileprivate var isValid: Bool {
    (0...1000).contains(sets) && WorkoutBody.days.contains(day)
  }

  /// Whether this progress counts more than another one of the same session.
  func isAhead(of other: PlanSessionBody) -> Bool {
    // Of two that are equally far, the earlier day counts.
    (isDone ? 1 : 0, sets, -day) > (other.isDone ? 1 : 0, other.sets, -other.day)
  }
}

extension ChallengeBody {
  /// The challenge; `nil` if it is invalid.
  func challenge(_ subject: JournalSubject) -> Challenge? {
    let id = Challenge.ID(rawValue: subject.text)
    let scoring: Challenge.Scoring? =
      switch (self.scoring, amount) {
      case ("reps", 1...86_400_000): .reps(within: .milliseconds(amount))
      case ("time", 1...100_000): .time(forReps: Int(amount))
      case ("hold", _): .hold
      default: nil
      }
    guard id.isCustom, id.rawValue.utf8.count <= 200, let scoring,
      let kind = Challenge.Kind(rawValue: kind)
    else { return nil }
    return .custom(
      id, name: Challenge.displayableName(name), kind: kind, scoring: scoring,
      instructions: instructions.split(separator: "\n").map(\.escapedText),
      storedRounds: rounds)
  }
}
