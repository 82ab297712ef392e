extension RepLog {
  /// Returns this log, corrected to a number of reps and a duration.
  ///
  /// Surplus reps are removed from the end. Where reps are added, whose times are not known, all are spread evenly.
  /// Otherwise the times are scaled with the duration.
  ///
  /// - Parameters:
  ///   - oldDuration: The duration before the correction.
  ///   - duration: The corrected duration.
  /// - Returns: nil when the duration is too short for the reps, or too long for a log.
  /// - Complexity: O(n).
  public func fitted(to reps: Int, from oldDuration: Duration, to duration: Duration) -> RepLog? {
    let old = oldDuration.wholeMilliseconds
    let end = duration.wholeMilliseconds
    guard reps >= 0, (0...Int64(UInt32.max)).contains(end), Int64(reps) <= end else { return nil }
    guard reps <= count, old > 0 else { return RepLog(spreading: reps, over: duration) }
    let kept = milliseconds.prefix(reps)
    guard end != old else { return RepLog(milliseconds: Array(kept)) }
    return RepLog(milliseconds: kept.map { UInt32(Swift.min(end, Int64($0) * end / old)) })
  }
}
