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

  /// Returns the current reps per minute: over the last few gaps, and over a pause since then that is longer than them.
  ///
  /// The pace falls from then on. Presses that arrive together are one moment, so the gaps span at least two seconds.
  ///
  /// - Parameters:
  ///   - instant: The current time in the workout.
  ///   - start: The beginning of the reps to consider, such as the end of the last rest.
  /// - Returns: `nil` before the fourth rep, and half a minute after a rep was due.
  /// - Complexity: O(log n) in the reps.
  public func recentPace(at instant: Duration, since start: Duration = .zero) -> Double? {
    let first = count(through: start - .milliseconds(1))
    let last = count(through: instant) - 1
    guard last - first >= Self.minPaceGaps else { return nil }
    var gaps = Swift.min(Self.maxPaceGaps, last - first)
    while self[last] - self[last - gaps] < Self.minPaceSpan, gaps < last - first { gaps += 1 }
    let span = self[last] - self[last - gaps]
    let delay = Swift.max(.zero, instant - self[last] - span / gaps)
    guard span >= Self.minPaceSpan, delay < Self.maxPaceDelay else { return nil }
    return Double(gaps) * 60 / ((span + delay) / .seconds(1))
  }

  private static let minPaceGaps = 3
  private static let maxPaceGaps = 5
  private static let minPaceSpan = Duration.seconds(2)
  private static let maxPaceDelay = Duration.seconds(30)

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
