extension RepLog {
  /// Returns this log, corrected to a number of reps and a duration.
  ///
  /// Surplus reps are removed from the end. The log is typed where the instants of its reps are not known any more:
  /// where reps are added, where a rep is later than the end, and where the last rep's instant is the result and the
  /// duration has changed.
  ///
  /// - Parameters:
  ///   - oldDuration: The duration before the correction.
  ///   - duration: The corrected duration.
  ///   - scoring: How the workout is scored, if that is known.
  /// - Returns: nil when there are fewer than no reps, or more than ``mostReps``.
  /// - Complexity: O(n).
  public func fitted(
    to reps: Int, from oldDuration: Duration, to duration: Duration, scoring: Challenge.Scoring?
  ) -> RepLog? {
    guard (0...Self.mostReps).contains(reps) else { return nil }
    let kept = milliseconds.prefix(reps)
    let decidesByInstant = scoring?.repGoal.map { kept.count >= $0 } ?? false
    guard
      kept.count == reps, kept.last.map({ .milliseconds($0) <= duration }) ?? true,
      !decidesByInstant || duration == oldDuration
    else { return RepLog(typedReps: reps) }
    return RepLog(milliseconds: Array(kept))
  }
}
