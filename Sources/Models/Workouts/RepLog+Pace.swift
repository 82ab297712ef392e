extension RepLog {
  /// Returns the reps per minute over the whole workout.
  ///
  /// - Parameter elapsed: The time since the start, without pauses.
  /// - Returns: `nil` before the first rep and before the first hundredth of a second has passed.
  /// - Complexity: O(1).
  public func pace(over elapsed: Duration) -> Double? {
    let time = elapsed.wholeMilliseconds
    guard reps > 0, time >= 10 else { return nil }
    return Double(reps) * 60_000 / Double(time)
  }

  /// Returns the reps per minute over the last few gaps, which is the current pace.
  ///
  /// - Parameter window: The maximum number of gaps to include.
  /// - Returns: `nil` before the second rep.
  /// - Complexity: O(1).
  public func recentPace(over window: Int = 5) -> Double? {
    let gaps = Swift.min(window, count - 1)
    guard gaps > 0 else { return nil }
    let span = milliseconds[count - 1] - milliseconds[count - 1 - gaps]
    return Double(gaps) * 60_000 / Double(span)
  }

  /// The times between reps, the first from the start, as a view of the log.
  ///
  /// - Complexity: O(1), also for each element.
  public var gaps: Gaps { Gaps(log: self) }

  /// The times between the reps of a log.
  public struct Gaps: RandomAccessCollection, Sendable {
    let log: RepLog

    public var startIndex: Int { 0 }
    public var endIndex: Int { log.count }
    public subscript(position: Int) -> Duration {
      position == 0 ? log[0] : log[position] - log[position - 1]
    }
  }

  /// The relative slowdown from the first half of the reps to the second: 0.25 if the gaps were a quarter longer,
  /// negative if they were shorter; `nil` for fewer than eight reps.
  ///
  /// - Complexity: O(1).
  public var slowdown: Double? {
    let last = count - 1
    guard last >= 7 else { return nil }
    let middle = last / 2
    let first = Double(milliseconds[middle] - milliseconds[0]) / Double(middle)
    let second = Double(milliseconds[last] - milliseconds[middle]) / Double(last - middle)
    return second / first - 1
  }
}
