import FoundationEssentials
import Models
import ServerAPI
import Sodium

extension Service {
  /// Returns a submitted workout with its score, computed from its log by the same rules as on the member's device.
  ///
  /// - Parameter group: The group whose rules apply.
  /// - Returns: The scored workout, or the reason that it is refused.
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
      return .failure("a workout can last at most a day")
    }
    let provenance = Provenance(log.provenance)
    guard group.counting.includes(provenance) else {
      return .failure("this group only accepts workouts that were counted live")
    }
    let workout = Workout(
      id: submitted.id, challenge: id, user: "", startedAt: submitted.startedAt, log: log)
    let end = workout.achievedAt.addingTimeInterval(log.pauseTotal / .seconds(1))
    guard end <= now().addingTimeInterval(Self.clockTolerance) else {
      return .failure("it ends in the future; check the clock of the device")
    }
    guard workout.startedAt >= Self.earliestStart else {
      return .failure("it starts before the year 2000")
    }
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

  /// Returns the hash that identifies copies of a workout, even if their IDs and dates differ.
  ///
  /// A workout with few reps, such as a hold, is identified by its start and duration; a typed workout only by its ID.
  private static func fingerprint(of workout: Workout) -> [UInt8] {
    let log = workout.log
    let instants = log.reps.opening ?? log.reps.milliseconds
    let time =
      log.reps.opening == nil
      ? "\(workout.startedAt.millisecondsSince1970) \(log.duration.wholeMilliseconds) " : ""
    let text = log.typedReps == nil ? "\(time)\(instants)" : workout.id.uuidString
    return Array(Sodium.hash(Array(text.utf8)).prefix(16))
  }

  /// The maximum time in seconds by which the clock of a device may be ahead.
  private static let clockTolerance = 600.0

  /// The earliest start of a workout: 2000-01-01.
  private static let earliestStart = Date(millisecondsSince1970: 946_684_800_000)
}

/// The reason that a workout is refused, as a sentence.
struct Refusal: Error, ExpressibleByStringLiteral {
  var sentence: String

  init(sentence: String) { self.sentence = sentence }
  init(stringLiteral sentence: String) { self.sentence = sentence }
}

extension Provenance {
  /// Creates the provenance that a leaderboard shows. An edited or paused workout is `live` if its reps were counted.
  init(_ provenance: Workout.Provenance) {
    self =
      if provenance.contains(.imported) {
        .imported
      } else {
        provenance.contains(.typed) ? .manual : .live
      }
  }
}
