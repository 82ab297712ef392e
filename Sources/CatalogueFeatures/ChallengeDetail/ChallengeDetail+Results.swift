import Clients
import FoundationEssentials
import Models
import TimerFeatures

extension ChallengeDetail {
  /// The results of the person and the number of participants.
  public struct Results: Equatable, Sendable {
    public var best: Workout?
    /// The best of the workouts that were counted live, if it isn't ``best``.
    public var liveBest: Workout?
    public var last: Workout?
    /// The number of people with a result.
    public var participantCount: Int
    /// The latest workouts with a score, earliest first.
    public var progress: [Attempt] = []
  }
}

extension ChallengeDetail.Results {
  /// Reads the results of a challenge.
  ///
  /// - Throws: ``ExplainedError``.
  init(of challenge: Challenge, from workouts: WorkoutsClient) async throws {
    best = try await workouts.best(challenge: challenge.id)
    if let best, !best.provenance.isLive {
      liveBest = try await workouts.liveBest(challenge: challenge.id)
    }
    last = try await workouts.last(challenge: challenge.id)
    participantCount = try await workouts.participantCount(challenge: challenge.id)
    progress = ChallengeDetail.Attempt.attempts(
      in: try await workouts.history(
        challenge: challenge.id, after: nil, limit: ChallengeDetail.Attempt.maxCount),
      of: challenge, best: best?.id)
  }
}

extension ChallengeDetail {
  /// A workout with a score, as a point of the progress chart.
  public struct Attempt: Equatable, Sendable {
    public var startedAt: Date
    /// The day at the place of the workout: `2026-03-01`.
    public var day: String
    public var score: Score
    /// Whether it is the person's all-time best.
    public var isBest: Bool

    /// The maximum number of workouts to read, latest first.
    static let maxCount = 200

    /// Returns the ranked workouts, earliest first.
    ///
    /// Their scores are computed from their logs, like the best score.
    ///
    /// - Parameters:
    ///   - workouts: The workouts, newest first.
    ///   - best: The person's all-time best.
    static func attempts(
      in workouts: [Workout], of challenge: Challenge, best: Workout.ID?
    ) -> [Attempt] {
      workouts.reversed().compactMap { workout in
        guard challenge.impossibilityReason(of: workout) == nil else { return nil }
        return challenge.score(of: workout).map {
          Attempt(
            startedAt: workout.startedAt, day: workout.localStart.date.localText, score: $0,
            isBest: workout.id == best)
        }
      }
    }
  }
}

extension ChallengeDetail.State {
  /// Returns the workout to compare a saved workout with: the opponent in its race, or the previous best.
  ///
  /// - Returns: `nil` for a set of a training plan, which is shorter than a workout, and if no rep times are known.
  func comparedWorkout(for saved: SavedWorkout, in timer: WorkoutTimer.State) -> Ghost? {
    if timer.set != nil { return nil }
    if let raced = timer.ghost { return raced }
    guard let best = results?.best, best.id != saved.workout.id, best.hasRecordedRepTimes else {
      return nil
    }
    return ghost
  }
}
