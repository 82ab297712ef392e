/// A workout as it is planned: a list of blocks, which are done in order.
///
/// People type it as text, and databases store that text. `docs/WORKOUTS.md` describes the language.
///
/// ```swift
/// let tabata = try Routine(text: "8x(squat 20s, rest 10s)")
/// tabata.duration                        // 3:50, because a workout doesn't end with a rest
/// tabata.text                            // the canonical form of the text
/// ```
public struct Routine: Hashable, Sendable {
  public let blocks: [Block]

  /// A part of a routine.
  public indirect enum Block: Hashable, Sendable {
    case step(Step)
    case rest(Duration)
    case group(Group)
  }

  /// An exercise with its target.
  public struct Step: Hashable, Sendable {
    public var exercise: String
    /// The number of sets.
    public var sets: Int
    /// The target of each set.
    public var target: Target
    public var load: PlannedLoad?
    /// The rest after each set.
    public var rest: Duration?
    /// Whether the sets are warm-up sets of a strength session.
    public var isWarmUp: Bool

    public init(
      _ exercise: String, sets: Int = 1, _ target: Target, load: PlannedLoad? = nil,
      rest: Duration? = nil, isWarmUp: Bool = false
    ) {
      self.exercise = exercise
      self.sets = sets
      self.target = target
      self.load = load
      self.rest = rest
      self.isWarmUp = isWarmUp
    }
  }

  /// The end of a set.
  public enum Target: Hashable, Sendable {
    case reps(Int)
    /// A time in whole seconds.
    case time(Duration)
    /// A distance. A key ends the set.
    case distance(DecimalText, DistanceUnit)
    /// As many reps, or as long, as possible. A key ends the set.
    case max
  }

  public enum DistanceUnit: String, Hashable, Sendable, CaseIterable {
    case meters = "m"
    case kilometers = "km"
    case miles = "mi"
  }

  /// The weight that is planned for a set.
  public enum PlannedLoad: Hashable, Sendable {
    case kilograms(DecimalText)
    case pounds(DecimalText)
    /// A percentage of a maximum.
    case percent(DecimalText)
  }

  /// Blocks that are repeated.
  public struct Group: Hashable, Sendable {
    public var repetition: Repetition
    public var blocks: [Block]

    public init(_ repetition: Repetition, _ blocks: [Block]) {
      self.repetition = repetition
      self.blocks = blocks
    }
  }

  /// The way in which a group is repeated. Times are in whole seconds.
  public enum Repetition: Hashable, Sendable {
    /// A number of rounds.
    case times(Int)
    /// As many rounds as possible (AMRAP) within a time.
    case within(Duration)
    /// A number of rounds, each of which starts at a fixed time after the one before. A round that isn't finished by
    /// then ends.
    case every(Duration, rounds: Int)
  }

  /// Creates a routine.
  ///
  /// - Throws: ``Violation`` if it violates a limit or has an invalid value.
  /// - Complexity: O(n) in the blocks, however often they are repeated.
  public init(_ blocks: [Block]) throws(Violation) {
    self.blocks = blocks
    _ = try Extent(of: blocks, depth: 0)
    guard timeLimit ?? .zero <= Self.maxDuration else { throw .tooMuchTime }
    guard !hasWarmUp || StrengthPlan(self) != nil else { throw .warmUp }
    guard text.utf8.count <= Self.maxLength else { throw .tooLong }
  }
}

/// A positive decimal number, exactly as it was typed: `100`, `62.50`.
public struct DecimalText: Hashable, Sendable {
  public let text: String

  /// Creates a number.
  ///
  /// - Returns: `nil` unless the text has one to six digits, optionally followed by a point and one to three digits, and
  ///   the number is positive.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard
      parts.count <= 2, (1...6).contains(parts[0].utf8.count),
      parts.count == 1 || (1...3).contains(parts[1].utf8.count),
      parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
      text.utf8.contains(where: { (49...57).contains($0) })
    else { return nil }
    self.text = String(text)
  }
}
