/// What is known about a workout once it has been saved.
public struct SavedWorkout: Hashable, Sendable {
  /// The workout as it is kept.
  public var workout: Workout

  /// What it is worth; `nil` when nothing, and then it is in the history but on no leaderboard.
  public var score: Score?

  /// The person's best in this challenge before it, if there was one.
  public var previousBest: Score?

  /// The reason why an impossible workout has no score; the workout is still in the history.
  public var refusal: ImpossibleLog?

  public init(
    workout: Workout, score: Score?, previousBest: Score?, refusal: ImpossibleLog? = nil
  ) {
    self.workout = workout
    self.score = score
    self.previousBest = previousBest
    self.refusal = refusal
  }

  /// Whether it beats everything this person did in this challenge before. The first one does.
  public var isRecord: Bool {
    guard let score else { return false }
    return previousBest.map(score.isBetter(than:)) ?? true
  }
}

/// What taking back the last change of a history did.
public struct UndoneChange: Hashable, Sendable {
  /// The workout that is back as it was.
  public var workout: Workout

  /// The corrected copy that stood in its place, and is gone; `nil` when it had been deleted.
  public var replaced: Workout.ID?

  public init(workout: Workout, replaced: Workout.ID? = nil) {
    self.workout = workout
    self.replaced = replaced
  }
}
