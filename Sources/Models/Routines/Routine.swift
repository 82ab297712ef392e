/// A planned workout: a list of blocks that are done in order.
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

  /// The planned weight of a set.
  public enum PlannedLoad: Hashable, Sendable {
    case weight(Weight)
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
    /// A number of rounds, each of which starts a fixed time after the previous one and ends that one.
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

  /// The steps in order, including those in groups.
  ///
  /// - Complexity: O(n) in the blocks.
  var steps: [Step] { Self.steps(of: blocks) }

  private static func steps(of blocks: [Block]) -> [Step] {
    blocks.flatMap { block in
      switch block {
      case .rest: [Step]()
      case .step(let step): [step]
      case .group(let group): steps(of: group.blocks)
      }
    }
  }

  /// Returns whether any step, including those in groups, satisfies a condition.
  ///
  /// - Complexity: O(n) in the blocks, without allocation.
  func containsStep(where isIncluded: (Step) -> Bool) -> Bool {
    Self.containsStep(blocks, where: isIncluded)
  }

  private static func containsStep(_ blocks: [Block], where isIncluded: (Step) -> Bool) -> Bool {
    blocks.contains { block in
      switch block {
      case .rest: false
      case .step(let step): isIncluded(step)
      case .group(let group): containsStep(group.blocks, where: isIncluded)
      }
    }
  }

  /// The names of the exercises in order of their first use, without duplicates.
  ///
  /// - Complexity: O(n) in the blocks.
  public var exercises: [String] { steps.map(\.exercise).uniqued }
}

extension [String] {
  /// The strings in order of their first occurrence, without duplicates.
  package var uniqued: [String] { reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
}

// MARK: - Limits

extension Routine {
  /// The maximum length of the text in bytes.
  public static let maxLength = 4096
  /// The maximum depth of groups in groups.
  public static let maxDepth = 4
  /// The maximum number of rounds, or of sets.
  public static let maxRounds = 1000
  /// The maximum number of sets including all repetitions.
  public static let maxSets = 10_000
  /// The maximum time of a set or of a rest, and of a workout that the clock ends. All sets and rests together can take
  /// twice as long, because the last rest isn't part of the workout.
  public static let maxDuration = Duration.seconds(86_400)
  /// The maximum width of an exercise's name in columns.
  public static let maxNameWidth = 48

  /// A limit that a routine violates, or an invalid value.
  public enum Violation: Error, Hashable, Sendable, CustomStringConvertible {
    case empty
    case tooLong
    case tooDeep
    case tooManySets
    case tooManyReps
    case tooMuchTime
    /// A group, or the routine, consists of rests only.
    case onlyRests
    case exercise
    case reps
    case rounds
    case time
    /// A warm-up set in a workout that isn't a strength session.
    case warmUp

    public var description: String {
      switch self {
      case .empty: "a workout needs at least one exercise, such as \"push-up 10\""
      case .tooLong: "a workout has at most \(maxLength) bytes of text: make it shorter"
      case .tooDeep: "groups are nested at most \(maxDepth) deep: write some of them side by side"
      case .tooManySets: "a workout has at most \(maxSets) sets with all rounds: use fewer rounds"
      case .tooManyReps: "a workout has at most \(RepLog.maxReps) reps: use fewer rounds or reps"
      case .tooMuchTime: "a workout has at most 24 hours of timed sets and rests: make it shorter"
      case .onlyRests: "there are only rests: add an exercise, such as \"push-up 10\""
      case .exercise:
        "an exercise has a name of up to \(maxNameWidth) columns, without quotation marks"
      case .reps: "reps are a number from 1 to \(RepLog.maxReps)"
      case .rounds: "rounds and sets are a number from 1 to \(maxRounds)"
      case .warmUp:
        "a warm-up set such as w5 needs a workout of sets with weights, without times or distances"
      case .time: "a time is from 1s to 24:00:00, in whole seconds"
      }
    }
  }

  /// Returns an exercise's name in the form in which routines store it.
  ///
  /// - Returns: `nil` if the name is empty, too wide or contains a quotation mark.
  public static func exerciseName(_ raw: some StringProtocol) -> String? {
    guard
      raw.utf8.count <= maxLength, !raw.unicodeScalars.contains("\""),
      let name = String(sanitizing: raw, maxWidth: maxLength),
      String(sanitizing: name, maxWidth: maxNameWidth) == name
    else { return nil }
    return name
  }

  /// The size of blocks with all their repetitions. A group without a number of rounds counts as one round.
  struct Extent {
    private(set) var sets = 0
    private(set) var reps = 0
    private(set) var seconds = 0

    init() {}

    /// Measures and validates blocks.
    ///
    /// - Parameter depth: The number of groups around the blocks.
    init(of blocks: [Block], depth: Int) throws(Violation) {
      guard !blocks.isEmpty else { throw .empty }
      for block in blocks { try add(Extent(of: block, depth: depth)) }
      guard sets > 0 else { throw .onlyRests }
    }

    init(of block: Block, depth: Int) throws(Violation) {
      switch block {
      case .rest(let time):
        seconds = try Self.seconds(time)
      case .step(let step):
        try measure(step)
      case .group(let group):
        guard depth < Routine.maxDepth else { throw .tooDeep }
        self = try Extent(of: group.blocks, depth: depth + 1)
        switch group.repetition {
        case .times(let rounds):
          try multiply(by: rounds)
        case .within(let limit):
          seconds = try Self.seconds(limit)
        case .every(let interval, let rounds):
          seconds = try Self.seconds(interval)
          try multiply(by: rounds)
        }
      }
    }

    private mutating func measure(_ step: Step) throws(Violation) {
      guard let name = Routine.exerciseName(step.exercise), name.hasSameScalars(as: step.exercise)
      else { throw .exercise }
      sets = 1
      switch step.target {
      case .reps(let count):
        guard (1...RepLog.maxReps).contains(count) else { throw .reps }
        reps = count
      case .time(let time):
        seconds = try Self.seconds(time)
      case .distance, .max:
        break
      }
      if let rest = step.rest { seconds += try Self.seconds(rest) }
      try multiply(by: step.sets)
    }

    /// Adds the extent of the next block.
    mutating func add(_ other: Extent) throws(Violation) {
      sets += other.sets
      reps += other.reps
      seconds += other.seconds
      try check()
    }

    private mutating func multiply(by rounds: Int) throws(Violation) {
      guard (1...Routine.maxRounds).contains(rounds) else { throw .rounds }
      sets *= rounds
      reps *= rounds
      seconds *= rounds
      try check()
    }

    private func check() throws(Violation) {
      guard sets <= Routine.maxSets else { throw .tooManySets }
      guard reps <= RepLog.maxReps else { throw .tooManyReps }
      guard seconds <= 2 * Routine.maxDuration.components.seconds else { throw .tooMuchTime }
    }

    private static func seconds(_ time: Duration) throws(Violation) -> Int {
      guard
        time >= .seconds(1), time <= Routine.maxDuration, time == .seconds(time.components.seconds)
      else { throw .time }
      return Int(time.components.seconds)
    }
  }
}

extension String {
  /// Returns whether two texts have the same scalars, which is stricter than canonical equivalence.
  fileprivate func hasSameScalars(as other: String) -> Bool {
    unicodeScalars.elementsEqual(other.unicodeScalars)
  }
}
