extension RepLog {
  /// Reps a minute over the whole workout.
  ///
  /// - Parameter elapsed: The time since the start, pauses left out.
  /// - Returns: `nil` before the first rep and before the first hundredth of a second has passed.
  /// - Complexity: O(1).
  public func pace(over elapsed: Duration) -> Double? {
    let time = elapsed.wholeMilliseconds
    guard reps > 0, time >= 10 else { return nil }
    return Double(reps) * 60_000 / Double(time)
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
  /// A view of the log, not a copy.
  ///
  /// - Complexity: O(1), and each gap, too.
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

  /// By how much the second half of the reps was slower than the first: 0.25 where its gaps were a quarter longer, and
  /// below zero where they were shorter.
  ///
  /// - Returns: `nil` below eight reps, which say little.
  /// - Complexity: O(1).
  public var fade: Double? {
    let last = count - 1
    guard last >= 7 else { return nil }
    let middle = last / 2
    let first = Double(milliseconds[middle] - milliseconds[0]) / Double(middle)
    let second = Double(milliseconds[last] - milliseconds[middle]) / Double(last - middle)
    return second / first - 1
  }
}
