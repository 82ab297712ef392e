extension RepLog {
  /// Whether the instants are spread evenly over a duration, as they are where reps were typed in or added by a
  /// correction and their times are not known.
  ///
  /// Two reps or fewer may lie so by chance, and are not taken for it.
  ///
  /// - Complexity: O(n) where they are; else the first that is not decides.
  public func isSpreadEvenly(over duration: Duration) -> Bool {
    guard count > 2 else { return false }
    let (end, count) = (duration.wholeMilliseconds, Int64(count))
    return milliseconds.enumerated().allSatisfy { index, instant in
      Int64(instant) == end * Int64(index + 1) / count
    }
  }

  /// Creates a log of reps whose times are not known, spread evenly over a duration.
  ///
  /// - Returns: `nil` when the duration is shorter than a millisecond a rep, or too long for a log.
  /// - Complexity: O(n).
  public init?(spreading reps: Int, over duration: Duration) {
    let end = duration.wholeMilliseconds
    guard (0...Int64(UInt32.max)).contains(end), (0...end).contains(Int64(reps)) else { return nil }
    self.init(milliseconds: (0..<Int64(reps)).map { UInt32(end * ($0 + 1) / Int64(reps)) })
  }
}

extension Workout {
  /// Whether there are reps whose times were recorded as they were done.
  ///
  /// - Complexity: O(n) in the reps where there are none.
  public var hasRecordedRepTimes: Bool { !log.isEmpty && !log.isSpreadEvenly(over: duration) }
}
