/// The instants of a workout's reps, relative to its start and without pauses.
///
/// Instants are strictly increasing and in whole milliseconds, with four bytes per rep. If the reps were entered manually,
/// only their number is known, and the collection of instants is empty.
public struct RepLog: Hashable, Sendable {
  /// The instants in milliseconds, strictly increasing.
  public private(set) var milliseconds: [UInt32]

  /// The number of reps of a workout that was entered manually; zero for other workouts.
  public let manualReps: Int

  /// Creates a log without reps.
  public init() {
    milliseconds = []
    manualReps = 0
  }

  /// Creates a log of manually entered reps.
  ///
  /// - Returns: `nil` if the number isn't from 0 to ``maxReps``.
  public init?(manualReps: Int) {
    guard (0...Self.maxReps).contains(manualReps) else { return nil }
    milliseconds = []
    self.manualReps = manualReps
  }

  /// Creates a log with the given instants in milliseconds.
  ///
  /// - Returns: `nil` if they aren't strictly increasing.
  /// - Complexity: O(n).
  public init?(milliseconds: [UInt32]) {
    for (earlier, later) in zip(milliseconds, milliseconds.dropFirst()) where earlier >= later {
      return nil
    }
    self.milliseconds = milliseconds
    manualReps = 0
  }

  /// The number of reps.
  public var reps: Int { milliseconds.count + manualReps }

  /// Whether the reps were entered manually, so that they can't be replayed or raced against.
  public var isManual: Bool { manualReps > 0 }

  /// The maximum instant of a rep: 49 days.
  public static let maxInstant = Duration.milliseconds(UInt32.max)

  /// The maximum number of reps, which is more than a person can do and fits on every screen.
  public static let maxReps = 100_000

  /// Records a rep at `instant`.
  ///
  /// - Parameters:
  ///   - instant: The time since the start without pauses, truncated to whole milliseconds.
  ///   - minGap: The minimum time since the last rep.
  /// - Returns: False, without recording it, if the log is manual or full, or if the instant is negative, later than
  ///   ``maxInstant``, or not later than the last rep by at least a millisecond and `minGap`.
  /// - Complexity: Amortized O(1).
  @discardableResult
  public mutating func append(_ instant: Duration, minGap: Duration = .zero) -> Bool {
    guard !isManual, milliseconds.count < Self.maxReps,
      let new = UInt32(exactly: instant.wholeMilliseconds)
    else { return false }
    if let last = milliseconds.last {
      guard new > last, Int64(new - last) >= minGap.wholeMilliseconds else { return false }
    }
    milliseconds.append(new)
    return true
  }

  /// Removes the last rep.
  ///
  /// - Returns: The instant of the rep; `nil` if there was none.
  /// - Complexity: O(1).
  @discardableResult
  public mutating func removeLast() -> Duration? {
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

extension RepLog: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let manualReps = try? container.decode(Int.self)
    guard
      let log = try manualReps.map(RepLog.init(manualReps:))
        ?? RepLog(milliseconds: container.decode([UInt32].self))
    else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a rep log must be increasing instants or a number of reps"
      )
    }
    self = log
  }

  /// Encodes the instants as an array of milliseconds, or the number of manually entered reps.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if isManual {
      try container.encode(manualReps)
    } else {
      try container.encode(milliseconds)
    }
  }
}

extension Int {
  /// A number of reps as text: `1 rep`, `12 reps`.
  public var repsText: String { self == 1 ? "1 rep" : "\(self) reps" }
}

// MARK: - Corrections

extension RepLog {
  /// Returns this log, corrected to a number of reps and a duration.
  ///
  /// Surplus reps are removed from the end. The result is a log without instants if they no longer apply: if reps are
  /// added, if a rep is later than the end, or if the duration has changed and is the result.
  ///
  /// - Parameters:
  ///   - oldDuration: The duration before the correction.
  ///   - duration: The corrected duration.
  ///   - isScoredByTime: Whether the workout is complete, so that its time is the score.
  /// - Returns: `nil` if `reps` is negative or more than ``maxReps``.
  /// - Complexity: O(n).
  public func corrected(
    to reps: Int, from oldDuration: Duration, to duration: Duration, isScoredByTime: Bool
  ) -> RepLog? {
    guard (0...Self.maxReps).contains(reps) else { return nil }
    let kept = milliseconds.prefix(reps)
    guard
      kept.count == reps, kept.last.map({ .milliseconds($0) <= duration }) ?? true,
      !isScoredByTime || kept.count < count || duration == oldDuration
    else { return RepLog(manualReps: reps) }
    return RepLog(milliseconds: Array(kept))
  }

  // MARK: - Pace

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

  // MARK: - Encoding

  /// The first gaps of a log of manually entered reps. In other logs the second gap isn't zero, because instants
  /// increase.
  private static let manualMarker: [UInt32] = [0, 0]

  /// The encoded log: the gap before each rep in milliseconds as a variable-length integer (LEB128). A log of manually
  /// entered reps is two zeros and the number of reps.
  ///
  /// Two bytes encode a gap of up to 16 seconds, so a hundred reps need about two hundred bytes.
  ///
  /// - Complexity: O(n).
  public var bytes: [UInt8] {
    isManual ? (Self.manualMarker + [UInt32(manualReps)]).gapBytes : milliseconds.gapBytes
  }

  /// Creates a log from its encoded ``bytes``.
  ///
  /// - Returns: `nil` if the bytes aren't a valid log: truncated, not increasing, out of range, or with more than
  ///   ``maxReps`` reps.
  /// - Complexity: O(n).
  // Callers that are built without optimization would run the generic code for the bytes of a database's row.
  @_specialize(where Bytes == UnsafeRawBufferPointer)
  public init?<Bytes: Sequence<UInt8>>(bytes: Bytes) {
    guard let numbers = [UInt32](gapBytes: bytes, maxCount: Self.maxReps) else { return nil }
    if numbers.starts(with: Self.manualMarker) {
      guard numbers.count == 3, numbers[2] > 0 else { return nil }
      self.init(manualReps: Int(numbers[2]))
    } else {
      self.init(milliseconds: numbers)
    }
  }
}

extension [UInt32] {
  /// The gap before each of these increasing numbers, the first from zero, as a variable-length integer (LEB128).
  ///
  /// - Complexity: O(n).
  var gapBytes: [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(count * 2)
    var previous: UInt32 = 0
    for number in self {
      Self.append(number - previous, to: &result)
      previous = number
    }
    return result
  }

  private static func append(_ number: UInt32, to bytes: inout [UInt8]) {
    var rest = number
    while rest > 0x7F {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Creates numbers from the gaps before them. Equal neighbors are possible.
  ///
  /// - Returns: `nil` if the bytes are truncated or out of range, or if there are more than `maxCount` numbers.
  /// - Complexity: O(n).
  init?(gapBytes: some Sequence<UInt8>, maxCount: Int) {
    self = []
    var number: UInt64 = 0
    var gap: UInt64 = 0
    var shift: UInt64 = 0
    for byte in gapBytes {
      guard shift < 35 else { return nil }
      gap |= UInt64(byte & 0x7F) << shift
      shift += 7
      guard byte & 0x80 == 0 else { continue }
      number += gap
      guard let whole = UInt32(exactly: number), count < maxCount else { return nil }
      append(whole)
      gap = 0
      shift = 0
    }
    guard shift == 0 else { return nil }
  }
}
