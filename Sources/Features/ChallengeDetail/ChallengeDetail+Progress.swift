import FoundationEssentials
import Models

extension ChallengeDetail {
  /// A workout with a score, as a point of the chart of the progress.
  public struct Attempt: Equatable, Sendable {
    public var startedAt: Date
    public var score: Score
    /// Whether it is the person's all-time best.
    public var isBest: Bool

    /// The maximum number of workouts to read, latest first.
    static let maxCount = 200

    /// Returns the workouts that have a score, earliest first.
    ///
    /// They are scored by their logs, as the best is.
    ///
    /// - Parameters:
    ///   - workouts: The workouts, newest first.
    ///   - best: The person's all-time best.
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
