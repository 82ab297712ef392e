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

extension SkipLog {
  /// The encoded log: the gap before each skip in milliseconds as a variable-length integer.
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
}

extension SkipLog: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let log = SkipLog(milliseconds: try container.decode([UInt32].self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "the instants of a skip log must be increasing")
    }
    self = log
  }

  /// Encodes the instants as an array of milliseconds.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(milliseconds)
  }
}
