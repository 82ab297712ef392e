extension Challenge.Scoring {
  /// Returns a score as a share of the best score: of its reps, of its time held, or of its speed.
  ///
  /// - Returns: `nil` if only one of them reached the number of reps, so that they can't be compared, or if the best
  ///   score is zero.
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

  /// Returns the difference between two scores as text: `1 rep`, `00:12.30`.
  ///
  /// - Returns: `nil` if they can't be compared, as for ``share(of:in:)``.
  public func difference(between score: Score, and other: Score) -> String? {
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
