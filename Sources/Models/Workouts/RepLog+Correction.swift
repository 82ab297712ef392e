extension RepLog {
  /// Returns this log, corrected to a number of reps and a duration.
  ///
  /// Surplus reps are removed from the end. The result is a log without instants if they no longer apply: if reps are
  /// added, if a rep is later than the end, or if the duration has changed and the last rep's instant is the result.
  ///
  /// - Parameters:
  ///   - oldDuration: The duration before the correction.
  ///   - duration: The corrected duration.
  ///   - scoring: The scoring of the challenge, if known.
  /// - Returns: `nil` if `reps` is negative or more than ``maxReps``.
  /// - Complexity: O(n).
  public func corrected(
    to reps: Int, from oldDuration: Duration, to duration: Duration, scoring: Challenge.Scoring?
  ) -> RepLog? {
    guard (0...Self.maxReps).contains(reps) else { return nil }
    let kept = milliseconds.prefix(reps)
    let isScoredByLastRep = scoring?.repGoal.map { kept.count >= $0 } ?? false
    guard
      kept.count == reps, kept.last.map({ .milliseconds($0) <= duration }) ?? true,
      !isScoredByLastRep || duration == oldDuration
    else { return RepLog(manualReps: reps) }
    return RepLog(milliseconds: Array(kept))
  }
}
