import FoundationEssentials
import Models
import ServerAPI
import Sodium

extension Service {
  /// Returns a submitted workout with its score, computed from its log as on a person's own machine.
  ///
  /// - Parameter group: The group, whose rules count.
  /// - Returns: The scored workout, or the reason why it is refused, as a sentence.
  /// - Throws: ``StorageError`` if the group's time zone cannot be read.
  func score(
    _ submitted: SubmittedWorkout, in group: Group
  ) throws -> Result<ScoredWorkout, Refusal> {
    let id = Challenge.ID(rawValue: submitted.challenge)
    guard let challenge = catalogue[id] else {
      return .failure("this server does not know the challenge")
    }
    let log = submitted.log.withUnsafeBytes { WorkoutLog(bytes: $0) }
    guard let log, log.sets.isEmpty else { return .failure("its log is not valid") }
    guard log.duration <= SubmittedWorkout.maxDuration else {
      return .failure("a workout lasts at most a day")
    }
    let provenance = Provenance(log.provenance)
    guard group.counting.includes(provenance) else {
      return .failure("only workouts that were counted live count in this group")
    }
    let workout = Workout(
      id: submitted.id, challenge: id, user: "", startedAt: submitted.startedAt, log: log)
    let end = workout.achievedAt.addingTimeInterval(log.pauseTotal / .seconds(1))
    guard end <= now().addingTimeInterval(Self.clockTolerance) else {
      return .failure("it ends in the future; check the clock of the device")
    }
    guard workout.startedAt >= Self.earliestStart else { return .failure("it is too old") }
    if let reason = challenge.impossibilityReason(of: workout) {
      return .failure(Refusal(sentence: reason.sentence))
    }
    guard let score = challenge.score(of: workout) else {
      return .failure("it has no score")
    }
    return .success(
      ScoredWorkout(
        workout: submitted, provenance: provenance, score: score, achievedAt: workout.achievedAt,
        week: try timeZones.week(of: workout.startedAt, in: group),
        fingerprint: Self.fingerprint(of: workout)))
  }

  /// Returns the hash by which a copy of a workout under another ID is recognized, whenever it claims to have been done.
  ///
  /// A workout with few reps, such as a hold, is recognized by its start and end, and a typed one by nothing but its ID.
  private static func fingerprint(of workout: Workout) -> [UInt8] {
    let log = workout.log
    let instants = log.reps.opening ?? log.reps.milliseconds
    let time =
      log.reps.opening == nil
      ? "\(workout.startedAt.millisecondsSince1970) \(log.duration.wholeMilliseconds) " : ""
    let text = log.typedReps == nil ? "\(time)\(instants)" : workout.id.uuidString
    return Array(Sodium.hash(Array(text.utf8)).prefix(16))
  }

  /// The time by which the clock of a device may be ahead, in seconds.
  private static let clockTolerance = 600.0

  /// The earliest start of a workout: 2000-01-01.
  private static let earliestStart = Date(millisecondsSince1970: 946_684_800_000)
}

/// The reason why a workout is refused, as a sentence.
struct Refusal: Error, ExpressibleByStringLiteral {
  var sentence: String

  init(sentence: String) { self.sentence = sentence }
  init(stringLiteral sentence: String) { self.sentence = sentence }
}

extension Provenance {
  /// Creates the value for a leaderboard. An edited or paused workout counts by whether its result was counted or typed.
  init(_ provenance: Workout.Provenance) {
    self =
      if provenance.contains(.imported) {
        .imported
      } else {
        provenance.contains(.typed) ? .manual : .live
      }
  }
}
