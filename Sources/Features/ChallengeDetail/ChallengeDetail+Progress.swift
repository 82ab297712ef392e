import FoundationEssentials
import Models

extension ChallengeDetail {
  /// A workout as it counts in the course of time.
  public struct Attempt: Equatable, Sendable {
    public var startedAt: Date
    public var score: Score
    /// Whether it is the best of all time.
    public var isBest: Bool

    /// How many of the latest are looked at.
    static let maxCount = 200

    /// Workouts that have a score, earliest first.
    ///
    /// They are scored by their logs, as the best was: what the list of reps and times would say of a corrected one
    /// could be another score.
    ///
    /// - Parameters:
    ///   - workouts: Newest first.
    ///   - best: The best of all time.
    static func attempts(
      in workouts: [Workout], scoring: Challenge.Scoring, best: Workout.ID?
    ) -> [Attempt] {
      workouts.reversed().compactMap { workout in
        workout.score(by: scoring).map {
          Attempt(startedAt: workout.startedAt, score: $0, isBest: workout.id == best)
        }
      }
    }
  }
}
