/// The instants of a workout's reps, each counted from the workout's start with pauses left out.
///
/// Instants rise strictly and are kept in whole milliseconds, four bytes a rep. Where the reps were typed in, their
/// number is known and no instant is; as a collection such a log is empty.
public struct RepLog: Hashable, Sendable {
  /// The instants in milliseconds, rising.
  public private(set) var milliseconds: [UInt32]

  /// The number of reps whose instants are not known: all of a workout that was typed in, none of any other.
  public let typedReps: Int

  /// A log without reps.
  public init() {
    milliseconds = []
    typedReps = 0
  }

  /// A log of reps that were typed in.
  ///
  /// - Returns: `nil` unless there are 0 to ``mostReps``.
  public init?(typedReps: Int) {
    guard (0...Self.mostReps).contains(typedReps) else { return nil }
    milliseconds = []
    self.typedReps = typedReps
  }

  /// A log with the given instants in milliseconds.
  ///
  /// - Returns: `nil` unless they rise strictly.
  /// - Complexity: O(n).
  public init?(milliseconds: [UInt32]) {
    for (earlier, later) in zip(milliseconds, milliseconds.dropFirst()) where earlier >= later {
      return nil
    }
    self.milliseconds = milliseconds
    typedReps = 0
  }

  /// The number of reps.
  public var reps: Int { milliseconds.count + typedReps }

  /// Whether the reps were typed in, so that there is nothing to replay or to race against.
  public var isTyped: Bool { typedReps > 0 }

  /// The longest time a log can hold: 49 days.
  public static let longest = Duration.milliseconds(UInt32.max)

  /// The most reps a log has: more than anybody does, and few enough for every screen.
  public static let mostReps = 100_000

  /// Records a rep at `instant`.
  ///
  /// - Parameters:
  ///   - instant: The time since the start, pauses left out; cut to whole milliseconds.
  ///   - minimumGap: How long after the last rep this one must come to count as another.
  /// - Returns: Whether it counted. It does not when the log is typed, or when the instant is negative, past ``longest``, not later
  ///   than the last rep by at least a millisecond and by `minimumGap`, or one more than ``mostReps``.
  /// - Complexity: O(1), amortised.
  @discardableResult
  public mutating func append(_ instant: Duration, minimumGap: Duration = .zero) -> Bool {
    guard !isTyped, milliseconds.count < Self.mostReps,
      let new = UInt32(exactly: instant.wholeMilliseconds)
    else { return false }
    if let last = milliseconds.last {
      guard new > last, Int64(new - last) >= minimumGap.wholeMilliseconds else { return false }
    }
    milliseconds.append(new)
    return true
  }

  /// Takes the last rep back.
  ///
  /// - Returns: When that rep was, or `nil` when there was none.
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
  /// How many reps are known to have been done at `instant`, a rep at that very millisecond included.
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
    let typed = try? container.decode(Int.self)
    guard
      let log = try typed.map(RepLog.init(typedReps:))
        ?? RepLog(milliseconds: container.decode([UInt32].self))
    else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a rep log has instants that rise, or a number of reps")
    }
    self = log
  }

  /// Writes the instants as an array of milliseconds, or the number of typed reps.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if isTyped {
      try container.encode(typedReps)
    } else {
      try container.encode(milliseconds)
    }
  }
}

extension Int {
  /// So many reps, in words: `1 rep`, `12 reps`.
  public var repsText: String { self == 1 ? "1 rep" : "\(self) reps" }
}
