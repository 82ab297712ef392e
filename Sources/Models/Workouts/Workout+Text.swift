extension Challenge {
  /// The text for a workout without a score, because no rep was done or no time was held.
  public static let noScore = "no score"
  /// The text for a workout with an impossible log.
  public static let notRanked = "not ranked"

  /// Returns a workout's result for a person: `42 reps`, ``noScore`` or ``notRanked``. The same on every screen.
  ///
  /// - Parameter isShort: Whether to use ``Scoring/shortText(_:)``.
  /// - Complexity: O(n) in the reps.
  public func resultText(of workout: Workout, isShort: Bool = false) -> String {
    guard workout.impossibilityReason(minGap: minGap) == nil else { return Self.notRanked }
    guard let score = workout.score(by: scoring) else { return Self.noScore }
    return isShort ? scoring.shortText(score) : scoring.text(score)
  }

  /// Returns the reps and the time of an unfinished workout: `12 reps in 00:40.00`, or only the time if it has no reps.
  ///
  /// - Complexity: O(n) in the reps.
  public func resultText(of draft: WorkoutDraft) -> String {
    let reps = routine.repCount(of: draft.log, skips: draft.skips)
    return (hasReps ? "\(reps.repsText) in " : "") + draft.duration.clockText
  }
}

extension Challenge.Scoring {
  /// Returns the time for a list, which is the same as on a leaderboard.
  ///
  /// - Complexity: O(log n) in the reps.
  public func timeColumn(of workout: Workout) -> String {
    (workout.score(by: self)?.duration ?? workout.duration).clockText
  }
}

extension Catalogue {
  /// Returns the result for a list as ``Challenge/resultText(of:isShort:)`` does; of an unknown challenge the reps.
  ///
  /// - Complexity: O(n) in the reps.
  public func resultColumn(of workout: Workout) -> String {
    if let challenge = self[workout.challenge] {
      return challenge.resultText(of: workout, isShort: true)
    }
    return workout.reps > 0 ? workout.reps.repsText : Challenge.noScore
  }

  /// Returns the time as ``Challenge/Scoring/timeColumn(of:)`` does, also for unknown challenges.
  public func timeColumn(of workout: Workout) -> String {
    self[workout.challenge]?.scoring.timeColumn(of: workout) ?? workout.duration.clockText
  }
}
