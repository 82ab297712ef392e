extension Challenge.Scoring {
  /// Returns a score as a share of the best score: of its reps, of its time held, or of its speed.
  ///
  /// - Returns: `nil` if only one of them is complete, so that they can't be compared, or if the best score is zero.
  public func share(of score: Score, in best: Score) -> Double? {
    guard score.isComplete == best.isComplete else { return nil }
    let share: Double
    switch self {
    case .time where score.isComplete: share = best.duration / score.duration
    case .reps, .time: share = Double(score.reps) / Double(best.reps)
    case .hold: share = score.duration / best.duration
    }
    return share.isFinite ? share : nil
  }

  /// Returns the difference between two scores as text: `1 rep`, `00:12.30`.
  ///
  /// - Returns: `nil` if they can't be compared, as for ``share(of:in:)``.
  public func difference(between score: Score, and other: Score) -> String? {
    guard score.isComplete == other.isComplete else { return nil }
    let reps = abs(score.reps - other.reps)
    let time = Duration.milliseconds(
      abs(score.duration.wholeMilliseconds - other.duration.wholeMilliseconds))
    return switch self {
    case .time where score.isComplete: time.clockText
    case .reps, .time: reps.repsText
    case .hold: time.clockText
    }
  }
}
