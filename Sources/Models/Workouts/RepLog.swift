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
