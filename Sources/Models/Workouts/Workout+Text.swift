extension Challenge {
  /// What a workout of this challenge has as its score where it has none: no rep was done, or nothing was held.
  public static let noScore = "no score"
  /// The same of one that no person can have done.
  public static let notRanked = "not ranked"

  /// Returns a workout's result for a person: `42 reps`, ``noScore`` or ``notRanked``. The same on every screen.
  ///
  /// - Parameter isShort: Whether there is little room, as ``Scoring/shortText(_:)`` says it.
  /// - Complexity: O(n) in the reps.
  public func resultText(of workout: Workout, isShort: Bool = false) -> String {
    guard workout.impossibility(minimumGap: minimumGap) == nil else { return Self.notRanked }
    guard let score = workout.score(by: scoring) else { return Self.noScore }
    return isShort ? scoring.shortText(score) : scoring.text(score)
  }
}

extension Challenge.Scoring {
  /// Returns the number of a workout's reps in a list, `-` where reps do not count.
  public func repsColumn(of workout: Workout) -> String { countsReps ? "\(workout.reps)" : "-" }

  /// Returns the time of a workout in a list: the one that counts, as a leaderboard shows it.
  ///
  /// - Complexity: O(log n) in the reps.
  public func timeColumn(of workout: Workout) -> String {
    (workout.score(by: self)?.duration ?? workout.duration).clockText
  }
}

extension Catalogue {
  /// As ``Challenge/Scoring/repsColumn(of:)``, also of a challenge that is not known.
  public func repsColumn(of workout: Workout) -> String {
    self[workout.challenge]?.scoring.repsColumn(of: workout) ?? "\(workout.reps)"
  }

  /// As ``Challenge/Scoring/timeColumn(of:)``, also of a challenge that is not known.
  public func timeColumn(of workout: Workout) -> String {
    self[workout.challenge]?.scoring.timeColumn(of: workout) ?? workout.duration.clockText
  }
}
