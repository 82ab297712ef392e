import Models

/// The place of a workout on a leaderboard, or the score of the better workout that has the place of the same person.
public enum WorkoutPlace: Hashable, Sendable {
  /// The workout's rank, and the number of people on the leaderboard.
  case rank(Int, of: Int, filter: LeaderboardFilter, isBest: Bool)
  /// Another workout of the same person is better.
  case behindBest(Score)

  /// Creates the place of a workout of the current person; `nil` if only a workout that is incomplete, too, is better.
  ///
  /// - Parameters:
  ///   - yourStanding: The person's row.
  ///   - page: The page of the all-time leaderboard with the row.
  init?(of id: Workout.ID, yourStanding: Standing, in page: LeaderboardPage) {
    let score = yourStanding.score
    if yourStanding.workout == id {
      self = .rank(
        yourStanding.rank, of: page.participantCount, filter: .allTime, isBest: score.isComplete)
    } else if score.isComplete {
      self = .behindBest(score)
    } else {
      return nil
    }
  }

  /// Whether the workout is the all-time best of the current person.
  var isBest: Bool {
    if case .rank(_, _, _, isBest: true) = self { true } else { false }
  }
}

extension Int {
  /// The number as an English ordinal: `1st`, `2nd`, `11th`.
  var ordinalText: String {
    let ending =
      switch (self % 100, self % 10) {
      case (11...13, _): "th"
      case (_, 1): "st"
      case (_, 2): "nd"
      case (_, 3): "rd"
      default: "th"
      }
    return "\(self)\(ending)"
  }
}
