/// The instants of a workout's reps, relative to its start and without pauses.
///
/// Instants are strictly increasing and in whole milliseconds, with four bytes per rep.
public struct RepLog: Hashable, Sendable {
  /// The instants in milliseconds, strictly increasing.
  public private(set) var milliseconds: [UInt32] = []

  /// Creates a log without reps.
  public init() {}

  /// Creates a log with the given instants in milliseconds.
  ///
  /// - Returns: `nil` if they aren't strictly increasing.
  /// - Complexity: O(n).
  public init?(milliseconds: [UInt32]) {
    for (earlier, later) in zip(milliseconds, milliseconds.dropFirst()) where earlier >= later {
      return nil
    }
    self.milliseconds = milliseconds
  }

  /// The maximum instant of a rep: 49 days.
  public static let maxInstant = Duration.milliseconds(UInt32.max)

  /// The maximum number of reps, which exceeds what a person can do and fits on every screen.
  public static let maxReps = 100_000

  /// Records a rep at an instant in milliseconds.
  ///
  /// - Returns: False, without recording the rep, if the instant isn't later than the last rep.
  /// - Complexity: Amortized O(1).
  mutating func append(milliseconds instant: UInt32) -> Bool {
    guard milliseconds.last.map({ $0 < instant }) ?? true else { return false }
    milliseconds.append(instant)
    return true
  }

  /// Removes the last rep.
  ///
  /// - Returns: The instant of the rep; `nil` if there was none.
  /// - Complexity: O(1).
  mutating func removeLast() -> Duration? {
    milliseconds.popLast().map { .milliseconds($0) }
  }
}

extension RepLog: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { milliseconds.count }
  public subscript(position: Int) -> Duration { .milliseconds(milliseconds[position]) }
}

extension RepLog {
  /// Returns the number of recorded reps up to and including `instant`.
  ///
  /// - Complexity: O(log n).
  public func count(through instant: Duration) -> Int {
    let bound = instant.wholeMilliseconds
    var low = 0
    var high = milliseconds.count
    while low < high {
      let middle = (low + high) / 2
      if Int64(milliseconds[middle]) <= bound { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension RepLog {
  /// The times of the first ten reps in milliseconds after the first rep. They identify copies of a workout, because no
  /// two workouts have the same milliseconds.
  ///
  /// `nil` if there are fewer than ten reps, or if the first ten arrived within a second.
  public var opening: [UInt32]? {
    guard count >= 10, milliseconds[9] - milliseconds[0] >= 1000 else { return nil }
    return milliseconds[..<10].map { $0 - milliseconds[0] }
  }
}

// MARK: - Pace

extension RepLog {
  /// Returns the current reps per minute: over the last few gaps, plus the delay of the next rep if it is late.
  ///
  /// The pace decreases while the next rep is late. Presses can arrive together, so the gaps span at least two seconds.
  ///
  /// - Parameters:
  ///   - instant: The current time in the workout.
  ///   - start: The beginning of the reps to consider, such as the end of the last rest.
  /// - Returns: `nil` before the fourth rep, and once the next rep is half a minute late.
  /// - Complexity: O(log n) in the reps.
  public func recentPace(at instant: Duration, since start: Duration = .zero) -> Double? {
    recentReps(through: instant, since: start)?.pace(at: instant)
  }

  /// The last reps before a time, from which the current pace can be computed without the log.
  public struct RecentReps: Hashable, Sendable {
    let last: Duration
    let gaps: Int
    /// The total length of these gaps.
    let span: Duration

    /// Returns the reps per minute, like ``RepLog/recentPace(at:since:)``.
    ///
    /// - Complexity: O(1).
    public func pace(at instant: Duration) -> Double? {
      let delay = Swift.max(.zero, instant - last - span / gaps)
      guard delay < RepLog.maxPaceDelay else { return nil }
      return Double(gaps) * 60 / ((span + delay) / .seconds(1))
    }
  }

  /// Returns the reps that determine the pace from an instant until the next rep.
  ///
  /// - Returns: `nil` before the fourth rep, or if the reps do not span two seconds.
  /// - Complexity: O(log n) in the reps.
  public func recentReps(through instant: Duration, since start: Duration = .zero) -> RecentReps? {
    let first = count(through: start - .milliseconds(1))
    let last = count(through: instant) - 1
    guard last - first >= Self.minPaceGaps else { return nil }
    var gaps = Swift.min(Self.maxPaceGaps, last - first)
    while self[last] - self[last - gaps] < Self.minPaceSpan, gaps < last - first { gaps += 1 }
    let span = self[last] - self[last - gaps]
    guard span >= Self.minPaceSpan else { return nil }
    return RecentReps(last: self[last], gaps: gaps, span: span)
  }

  private static let minPaceGaps = 3
  private static let maxPaceGaps = 5
  private static let minPaceSpan = Duration.seconds(2)
  fileprivate static let maxPaceDelay = Duration.seconds(30)

  /// The times between reps as a view of the log. The first element is the time from the start to the first rep.
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
