extension RepLog {
  /// The log that somebody means who says it was so many reps in so much time.
  ///
  /// Reps that are too many are taken off the end. More than there are leave nothing to go by: then all
  /// are spread evenly. What remains is stretched or squeezed as the time was, so that a pace stays a pace.
  ///
  /// - Parameters:
  ///   - oldDuration: How long the workout was thought to have run.
  ///   - duration: How long it ran.
  /// - Returns: `nil` when so many reps cannot be in that time, or no log can hold it.
  /// - Complexity: O(n).
  public func fitted(to reps: Int, from oldDuration: Duration, to duration: Duration) -> RepLog? {
    let old = oldDuration.wholeMilliseconds
    let end = duration.wholeMilliseconds
    guard reps >= 0, (0...Int64(UInt32.max)).contains(end), Int64(reps) <= end else { return nil }
    guard reps > 0 else { return RepLog() }
    guard reps <= count, old > 0 else {
      return RepLog(milliseconds: (1...Int64(reps)).map { UInt32(end * $0 / Int64(reps)) })
    }
    let kept = milliseconds.prefix(reps)
    guard end != old else { return RepLog(milliseconds: Array(kept)) }
    return RepLog(milliseconds: kept.map { UInt32(Swift.min(end, Int64($0) * end / old)) })
  }
}
