/// What is known about a workout once it has been saved.
public struct SavedWorkout: Hashable, Sendable {
  /// The workout as it is kept.
  public var workout: Workout

  /// What it is worth; `nil` when nothing, and then it is in the history but on no leaderboard.
  public var score: Score?

  /// The person's best in this challenge before it, if there was one.
  public var previousBest: Score?

  /// Why it has no score, where nobody can have done it so; it is in the history all the same.
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
