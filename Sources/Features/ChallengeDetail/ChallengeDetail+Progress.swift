import FoundationEssentials
import Models

extension ChallengeDetail {
  /// A workout with a score, as a point of the chart of the progress.
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
    /// They are scored by their logs, as the best is.
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
            startedAt: workout.startedAt, day: workout.localStart.date.text, score: $0,
            isBest: workout.id == best)
        }
      }
    }
  }
}
