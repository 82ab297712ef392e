extension RepLog {
  /// Returns this log, corrected to a number of reps and a duration.
  ///
  /// Surplus reps are removed from the end. The result is a log without instants if they no longer apply: if reps are
  /// added, if a rep is later than the end, or if the duration has changed and is the result.
  ///
  /// - Parameters:
  ///   - oldDuration: The duration before the correction.
  ///   - duration: The corrected duration.
  ///   - isScoredByTime: Whether the workout is complete, so that its time is the score.
  /// - Returns: `nil` if `reps` is negative or more than ``maxReps``.
  /// - Complexity: O(n).
  public func corrected(
    to reps: Int, from oldDuration: Duration, to duration: Duration, isScoredByTime: Bool
  ) -> RepLog? {
    guard (0...Self.maxReps).contains(reps) else { return nil }
    let kept = milliseconds.prefix(reps)
    guard
      kept.count == reps, kept.last.map({ .milliseconds($0) <= duration }) ?? true,
      !isScoredByTime || kept.count < count || duration == oldDuration
    else { return RepLog(manualReps: reps) }
    return RepLog(milliseconds: Array(kept))
  }
}
