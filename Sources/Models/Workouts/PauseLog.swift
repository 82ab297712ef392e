/// The pauses of a workout, each with the time worked before it and its length.
///
/// Their begins and ends are stored in real time since the start, in whole milliseconds, so that they only increase.
public struct PauseLog: Hashable, Sendable {
  /// The begin and the end of each pause in milliseconds since the start, increasing; neighbors can be equal.
  public private(set) var milliseconds: [UInt32] = []

  /// A pause of a workout.
  public struct Pause: Hashable, Sendable {
    /// The time worked before the pause.
    public let instant: Duration
    public let length: Duration

    public init(at instant: Duration, for length: Duration) {
      self.instant = instant
      self.length = length
    }
  }

  /// The maximum number of pauses. Later ones aren't recorded.
  public static let maxCount = 1000

  /// Creates a log without pauses.
  public init() {}

  /// Creates a log with the given begins and ends in milliseconds since the start.
  ///
  /// - Returns: `nil` if they decrease, if an end is missing, or if there are more than ``maxCount`` pauses.
  /// - Complexity: O(n).
  public init?(milliseconds: [UInt32]) {
    guard
      milliseconds.count.isMultiple(of: 2), milliseconds.count <= 2 * Self.maxCount,
      zip(milliseconds, milliseconds.dropFirst()).allSatisfy({ $0 <= $1 })
    else { return nil }
    self.milliseconds = milliseconds
  }

  /// Whether there are no pauses.
  public var isEmpty: Bool { milliseconds.isEmpty }

  /// The pauses in their order.
  ///
  /// - Complexity: O(n).
  public var pauses: [Pause] {
    var worked: UInt32 = 0
    return stride(from: 0, to: milliseconds.count, by: 2).map { index in
      let (begin, end) = (milliseconds[index], milliseconds[index + 1])
      worked += begin - (index > 0 ? milliseconds[index - 1] : 0)
      return Pause(at: .milliseconds(worked), for: .milliseconds(end - begin))
    }
  }

  /// The length of all pauses.
  ///
  /// - Complexity: O(n).
  public var total: Duration { pauses.reduce(.zero) { $0 + $1.length } }

  /// Records a pause of at least a millisecond. One that begins where the last one ended, or before, makes that one
  /// longer.
  ///
  /// - Parameters:
  ///   - instant: The time worked before the pause.
  ///   - length: The length, truncated to whole milliseconds; at most what remains of ``RepLog/maxInstant``.
  /// - Complexity: O(n) in the pauses.
  public mutating func append(at instant: Duration, for length: Duration) {
    let pauses = pauses
    let worked = pauses.last?.instant ?? .zero
    let end = Int64(milliseconds.last ?? 0)
    let begin = end + max(0, (instant - worked).wholeMilliseconds)
    guard length.wholeMilliseconds > 0, let start = UInt32(exactly: begin) else { return }
    let finish = UInt32(clamping: begin + length.wholeMilliseconds)
    if begin == end, !pauses.isEmpty {
      milliseconds[milliseconds.count - 1] = finish
    } else if pauses.count < Self.maxCount {
      milliseconds += [start, finish]
    }
  }

  /// Returns the pauses that still apply to a corrected workout: none if its reps have no instants, and none after its
  /// end.
  ///
  /// - Complexity: O(n).
  public func corrected(to log: RepLog, duration: Duration) -> PauseLog {
    guard !log.isManual else { return PauseLog() }
    var result = self
    result.milliseconds.removeLast(2 * pauses.count { $0.instant > duration })
    return result
  }
}

extension PauseLog: InstantLog {}

// MARK: - Skips

/// The instants at which sets, rests or rounds of a ``Routine`` were skipped, relative to the workout's start and without pauses.
///
/// Instants are strictly increasing and in whole milliseconds. The number of reps that a skipped round lacks isn't stored,
/// because it follows from the instant, the rep log and the routine.
public struct SkipLog: Hashable, Sendable {
  /// The instants in milliseconds, strictly increasing.
  public private(set) var milliseconds: [UInt32] = []

  /// Creates a log without skips.
  public init() {}

  /// Creates a log with the given instants in milliseconds.
  ///
  /// - Returns: `nil` if they aren't strictly increasing, or if there are more than ``RepLog/maxReps``.
  /// - Complexity: O(n).
  public init?(milliseconds: [UInt32]) {
    guard
      milliseconds.count <= RepLog.maxReps,
      zip(milliseconds, milliseconds.dropFirst()).allSatisfy({ $0 < $1 })
    else { return nil }
    self.milliseconds = milliseconds
  }

  /// Records a skip at `instant`, truncated to whole milliseconds.
  ///
  /// - Returns: False, without recording it, if the log is full, or if the instant is negative, later than
  ///   ``RepLog/maxInstant``, or not later than the last skip.
  /// - Complexity: Amortized O(1).
  @discardableResult
  public mutating func append(_ instant: Duration) -> Bool {
    guard
      milliseconds.count < RepLog.maxReps, let new = UInt32(exactly: instant.wholeMilliseconds),
      milliseconds.last.map({ new > $0 }) ?? true
    else { return false }
    milliseconds.append(new)
    return true
  }

  /// Removes the last skip, if there is one.
  ///
  /// - Complexity: O(1).
  public mutating func removeLast() { _ = milliseconds.popLast() }

  /// Returns the skips that still apply to a corrected workout: none if its reps have no instants, and none after its end.
  ///
  /// - Parameters:
  ///   - log: The corrected reps.
  ///   - duration: The corrected duration.
  /// - Complexity: O(n).
  public func corrected(to log: RepLog, duration: Duration) -> SkipLog {
    guard !log.isManual else { return SkipLog() }
    var result = self
    result.milliseconds.removeAll { .milliseconds($0) > duration }
    return result
  }
}

extension SkipLog: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { milliseconds.count }
  public subscript(position: Int) -> Duration { .milliseconds(milliseconds[position]) }
}

extension SkipLog: InstantLog {}

// MARK: - Encoding

/// A log of instants that is encoded as the gaps between them.
public protocol InstantLog: Codable {
  /// The instants in milliseconds, in their order.
  var milliseconds: [UInt32] { get }

  /// Creates a log; `nil` if the instants are not in order, or too many.
  init?(milliseconds: [UInt32])
}

extension InstantLog {
  /// The encoded log: the gap before each instant in milliseconds as a variable-length integer.
  ///
  /// - Complexity: O(n).
  public var bytes: [UInt8] { milliseconds.gapBytes }

  /// Creates a log from its encoded ``bytes``.
  ///
  /// - Returns: `nil` if the bytes aren't a valid log.
  /// - Complexity: O(n).
  public init?(bytes: some Sequence<UInt8>) {
    guard let milliseconds = [UInt32](gapBytes: bytes, maxCount: RepLog.maxReps) else {
      return nil
    }
    self.init(milliseconds: milliseconds)
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let log = Self(milliseconds: try container.decode([UInt32].self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "the instants of a log must be in order")
    }
    self = log
  }

  /// Encodes the instants as an array of milliseconds.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(milliseconds)
  }
}
