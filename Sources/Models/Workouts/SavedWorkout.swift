/// A saved workout with its score and the person's previous best.
public struct SavedWorkout: Hashable, Sendable {
  /// The workout as it is stored.
  public var workout: Workout

  /// The score; `nil` if the workout has none, and is in the history but not on a leaderboard.
  public var score: Score?

  /// The person's previous best in this challenge, if they have completed it before.
  public var previousBest: Score?

  /// The reason why an impossible workout has no score; the workout is still in the history.
  public var impossibilityReason: ImpossibilityReason?

  public init(
    workout: Workout, score: Score?, previousBest: Score?,
    impossibilityReason: ImpossibilityReason? = nil
  ) {
    self.workout = workout
    self.score = score
    self.previousBest = previousBest
    self.impossibilityReason = impossibilityReason
  }

  /// Whether the score of a complete workout beats the previous best. A first one does.
  public var isRecord: Bool {
    guard let score, score.isComplete else { return false }
    return previousBest.map(score.isBetter(than:)) ?? true
  }
}

/// A change of a history that can be undone.
public enum WorkoutChange: Hashable, Sendable {
  case deleted(Workout.ID)
  case corrected(Workout.ID, to: Workout.ID)
}

/// The result of undoing the last change of a history.
public struct UndoneChange: Hashable, Sendable {
  /// The restored workout.
  public var workout: Workout

  /// The corrected copy that it replaces; `nil` if the workout had been deleted.
  public var replaced: Workout.ID?

  /// The effect on the training plan that began with the workout, if there was one.
  public var plan: PlanChange?

  public init(workout: Workout, replaced: Workout.ID? = nil, plan: PlanChange? = nil) {
    self.workout = workout
    self.replaced = replaced
    self.plan = plan
  }
}
