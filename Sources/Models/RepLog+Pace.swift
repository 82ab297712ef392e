extension RepLog {
  /// Reps a minute over the whole workout.
  ///
  /// - Parameter elapsed: The time since the start, pauses left out.
  /// - Returns: `nil` before the first rep and before the first hundredth of a second has passed.
  /// - Complexity: O(1).
  public func pace(over elapsed: Duration) -> Double? {
    let time = elapsed.wholeMilliseconds
    guard !isEmpty, time >= 10 else { return nil }
    return Double(count) * 60_000 / Double(time)
  }

  /// Reps a minute over the last few gaps: how fast the person is right now.
  ///
  /// - Parameter window: How many gaps to look back over; fewer are taken when there are fewer.
  /// - Returns: `nil` before the second rep.
  /// - Complexity: O(1).
  public func recentPace(over window: Int = 5) -> Double? {
    let gaps = Swift.min(window, count - 1)
    guard gaps > 0 else { return nil }
    let span = milliseconds[count - 1] - milliseconds[count - 1 - gaps]
    return Double(gaps) * 60_000 / Double(span)
  }

  /// The times between one rep and the next, the first counted from the start.
  ///
  /// - Complexity: O(n).
  public var gaps: [Duration] {
    zip(milliseconds, [0] + milliseconds).map { .milliseconds($0 - $1) }
  }
}
