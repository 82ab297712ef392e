extension Challenge.Scoring {
  /// Returns a score as a share of the best one: of its reps or its time held, or of its speed.
  ///
  /// - Returns: `nil` where the two cannot be compared: one reached what was to be done, and the other did not.
  public func share(of score: Score, in best: Score) -> Double? {
    let share: Double
    switch self {
    case .reps: share = Double(score.reps) / Double(best.reps)
    case .hold: share = score.duration / best.duration
    case .time(let goal):
      let (isReached, isBestReached) = (score.reps >= goal, best.reps >= goal)
      if isReached != isBestReached { return nil }
      share =
        isReached ? best.duration / score.duration : Double(score.reps) / Double(best.reps)
    }
    return share.isFinite ? share : nil
  }

  /// Returns by how much two scores differ, for a person: `1 rep`, `00:12.30`.
  ///
  /// - Returns: `nil` where they cannot be compared, as ``share(of:in:)`` says.
  public func distance(between score: Score, and other: Score) -> String? {
    let reps = abs(score.reps - other.reps)
    let time = Duration.milliseconds(
      abs(score.duration.wholeMilliseconds - other.duration.wholeMilliseconds))
    switch self {
    case .reps: return reps.repsText
    case .hold: return time.clockText
    case .time(let goal):
      guard (score.reps >= goal) == (other.reps >= goal) else { return nil }
      return score.reps >= goal ? time.clockText : reps.repsText
    }
  }
}
