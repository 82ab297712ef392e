extension Routine {
  /// The time after which the clock ends the workout; `nil` if only reps or keys end it.
  ///
  /// A workout can end earlier, when its last set ends.
  public var timeLimit: Duration? {
    guard let time = Self.time(of: blocks) else { return nil }
    return .seconds(time.seconds - time.rest)
  }

  /// The number of reps that completes the workout, where a distance counts as one; `nil` if a set is open-ended.
  public var repGoal: Int? { Self.reps(of: blocks) }

  /// The scoring that follows from the routine: the most reps if the clock ends it, otherwise the time for its reps.
  ///
  /// A distance counts as one rep, which is its end, so the score of `run 5km` is the time for one rep. With a set of
  /// as many reps as possible, the score is the reps in all sets. A single hold is scored by its time. There is
  /// no scoring if all open-ended sets are holds and there are other sets.
  public var scoring: Challenge.Scoring? {
    if let timeLimit { return .reps(within: timeLimit) }
    if let repGoal { return repGoal > 0 ? .time(forReps: repGoal) : nil }
    if containsStep(where: { $0.target == .max && !Self.isHold($0.exercise) }) { return .mostReps }
    return isSingleOpenSet ? .hold : nil
  }

  /// Whether neither the clock nor a number of reps ends the workout, which is scored by its reps.
  public var isOpenEnded: Bool { timeLimit == nil && scoring == .mostReps }

  /// Returns whether a challenge with this routine can have a scoring: ``scoring``, or a hold if the routine is a
  /// single set that a key or the clock ends.
  func allows(_ scoring: Challenge.Scoring) -> Bool {
    scoring == self.scoring || scoring == .hold && (isSingleOpenSet || holdLimit != nil)
  }

  private var isSingleOpenSet: Bool {
    guard isSingleSet, case .step(let step) = blocks[0] else { return false }
    return step.target == .max
  }

  /// Returns the time of blocks, and of the rest at their end; `nil` if a key or reps end one of them.
  private static func time(of blocks: [Block]) -> (seconds: Int64, rest: Int64)? {
    var sum: (seconds: Int64, rest: Int64) = (0, 0)
    for block in blocks {
      guard let time = time(of: block) else { return nil }
      sum.rest = time.rest == time.seconds ? sum.rest + time.rest : time.rest
      sum.seconds += time.seconds
    }
    return sum
  }

  private static func time(of block: Block) -> (seconds: Int64, rest: Int64)? {
    switch block {
    case .rest(let time):
      return (time.components.seconds, time.components.seconds)
    case .step(let step):
      guard case .time(let time) = step.target else { return nil }
      let rest = step.rest?.components.seconds ?? 0
      return ((time.components.seconds + rest) * Int64(step.sets), rest)
    case .group(let group):
      switch group.repetition {
      case .within(let limit):
        return (limit.components.seconds, 0)
      case .times(let rounds):
        return time(of: group.blocks).map { ($0.seconds * Int64(rounds), $0.rest) }
      case .every(let interval, let rounds):
        let seconds = interval.components.seconds
        // Reps may take the whole last round.
        let rest = time(of: group.blocks).map { max(0, seconds - $0.seconds + $0.rest) } ?? 0
        return (seconds * Int64(rounds), min(rest, seconds))
      }
    }
  }

  static func reps(of blocks: [Block]) -> Int? {
    var sum = 0
    for block in blocks {
      guard let reps = reps(of: block) else { return nil }
      sum += reps
    }
    return sum
  }

  private static func reps(of block: Block) -> Int? {
    switch block {
    case .rest: return 0
    case .step(let step):
      switch step.target {
      case .reps(let count): return count * step.sets
      case .time: return 0
      case .distance: return step.sets
      case .max: return nil
      }
    case .group(let group):
      guard case .times(let rounds) = group.repetition else { return nil }
      return reps(of: group.blocks).map { $0 * rounds }
    }
  }

  /// Whether skipping a set only loses reps: every set has a number of reps, and no round can be repeated instead.
  var losesOnlyReps: Bool { Self.loseOnlyReps(blocks) }

  private static func loseOnlyReps(_ blocks: [Block]) -> Bool {
    blocks.allSatisfy { block in
      switch block {
      case .rest: true
      case .step(let step): if case .reps = step.target { true } else { false }
      case .group(let group): group.repetition.rounds != nil && loseOnlyReps(group.blocks)
      }
    }
  }

  /// Whether a set is a distance.
  public var hasDistance: Bool { containsStep(where: \.target.isDistance) }

  /// Whether every set is a distance.
  var consistsOfDistances: Bool { !containsStep { !$0.target.isDistance } }

  /// The distance of a routine that is a single set of a distance: `5km`.
  public var distanceText: String? {
    guard isSingleSet, case .step(let step) = blocks[0], step.target.isDistance else {
      return nil
    }
    return step.target.text
  }
}

extension Routine.Target {
  var isDistance: Bool { if case .distance = self { true } else { false } }
}

// MARK: - Holds

extension Routine {
  /// Returns whether an exercise is a hold, judged by the last words of its name: "side plank", "dead hang".
  ///
  /// It decides the score of a set until failure: the longest time for `plank max`, the most reps for `push-up max`.
  static func isHold(_ exercise: String) -> Bool {
    let words = exercise.nameWords
    return holdNames.contains { words.suffix($0.count) == ArraySlice($0) }
  }

  private static let holdNames = [
    "plank", "hold", "hang", "wall sit", "l-sit", "handstand", "headstand",
  ].map(\.nameWords)

  /// Whether the clock ends all sets, and none of them counts reps: `3x(plank 30s, rest 10s)`, `run 30:00`.
  public var isUncounted: Bool {
    timeLimit != nil && exercises.allSatisfy { Self.isHold($0) || !Sport.sports(of: $0).isEmpty }
  }
}

// MARK: - Intervals

/// A description of rounds of work and rest. The last round has no rest.
///
/// ```swift
/// Routine("8x(squat 20s, rest 10s)")?.intervals?.title     // "8 rounds of 0:20, 0:10 rest"
/// ```
public struct Intervals: Hashable, Sendable {
  public let work: Duration
  /// The rest after each round; zero for none.
  public let rest: Duration
  public let rounds: Int

  /// The description on screen: `8 rounds of 0:20, 0:10 rest`.
  public var title: String { hasRest ? "\(roundsText), \(rest.minutesText) rest" : roundsText }

  /// The description for a narrow column: `8 rounds of 0:20/0:10`.
  public var shortTitle: String { hasRest ? "\(roundsText)/\(rest.minutesText)" : roundsText }

  private var roundsText: String {
    "\(rounds) \(rounds == 1 ? "round" : "rounds") of \(work.minutesText)"
  }

  private var hasRest: Bool { rest > .zero && rounds > 1 }
}

extension Routine {
  /// The intervals, if the routine consists of rounds of one timed exercise and a rest.
  public var intervals: Intervals? {
    guard
      blocks.count == 1, case .group(let group) = blocks[0],
      case .times(let rounds) = group.repetition,
      case .step(let step) = group.blocks[0], case .time(let work) = step.target,
      step.sets == 1, step.load == nil, step.rest == nil
    else { return nil }
    switch group.blocks.dropFirst().first {
    case nil:
      return Intervals(work: work, rest: .zero, rounds: rounds)
    case .rest(let rest) where group.blocks.count == 2:
      return Intervals(work: work, rest: rest, rounds: rounds)
    default:
      return nil
    }
  }

  // MARK: - Routines of challenges

  /// Creates the routine of a challenge that is a single set: `push-up 2:00`, `push-up 100` or `plank max`.
  ///
  /// - Parameter name: The name of the challenge; see ``plainExerciseName(_:)``.
  init(_ scoring: Challenge.Scoring, named name: String) {
    let target: Target =
      switch scoring {
      case .reps(let limit): .time(.seconds(max(1, limit.components.seconds)))
      case .time(let goal): .reps(goal)
      case .hold: .max
      }
    do throws(Violation) {
      self = try Routine([.step(Step(Self.plainExerciseName(name), target))])
    } catch {
      // Scorings are within the limits of routines, and any sanitized name is valid for an exercise.
      fatalError("a challenge without a routine: \(error)")
    }
  }

  /// Returns a challenge's name as the name of an exercise, without characters that it can't contain.
  static func plainExerciseName(_ name: String) -> String {
    let plainName = String(sanitizing: name.replacingScalar("\"", with: ""), maxWidth: maxNameWidth)
    return plainName.flatMap { exerciseName($0) } ?? "exercise"
  }

  /// Returns a copy in which exercises are renamed.
  ///
  /// - Parameter rename: A closure that returns the new name for each name of an exercise.
  /// - Throws: ``Violation`` if a name is invalid, or the text becomes too long.
  public func renamingExercises(_ rename: (String) -> String) throws(Violation) -> Routine {
    try mappingSteps { step in
      var step = step
      step.exercise = rename(step.exercise)
      return step
    }
  }

  /// Returns the routine with other steps.
  ///
  /// - Throws: ``Violation`` if the result violates a limit.
  /// - Complexity: O(n) in the blocks.
  func mappingSteps(_ transform: (Step) -> Step) throws(Violation) -> Routine {
    try Routine(Self.mappingSteps(of: blocks, transform))
  }

  private static func mappingSteps(of blocks: [Block], _ transform: (Step) -> Step) -> [Block] {
    blocks.map { block in
      switch block {
      case .rest: block
      case .step(let step): .step(transform(step))
      case .group(let group):
        .group(Group(group.repetition, mappingSteps(of: group.blocks, transform)))
      }
    }
  }

  /// Whether the routine is a single set of an exercise.
  public var isSingleSet: Bool {
    guard blocks.count == 1, case .step(let step) = blocks[0] else { return false }
    return step.sets == 1
  }

  /// The time of a single set that the clock ends.
  var holdLimit: Duration? {
    guard isSingleSet, case .step(let step) = blocks[0], case .time(let time) = step.target else {
      return nil
    }
    return time
  }

  /// Creates the routine of a timer: `timer 25:00`.
  ///
  /// - Parameter text: A time as in any routine: `90s`, `25min`, `25:00`, `1:30:00`.
  /// - Returns: `nil` unless it is from a second to a day.
  public static func timer(_ text: some StringProtocol) -> Routine? {
    guard text.utf8.count <= maxLength, let seconds = Substring(text).secondsOfTime else {
      return nil
    }
    return try? Routine([.step(Step("timer", .time(.seconds(seconds))))])
  }

  /// Whether the clock ends every set.
  public var isTimed: Bool {
    !containsStep { if case .time = $0.target { false } else { true } }
  }
}
