extension Routine {
  /// The time after which the clock ends the workout; `nil` if only reps or keys do.
  ///
  /// A workout can end before if its last set does.
  public var timeLimit: Duration? {
    guard let time = Self.time(of: blocks) else { return nil }
    return .seconds(time.seconds - time.rest)
  }

  /// The reps with which the workout is done, each distance being one; `nil` if a set has no end of its own.
  public var repGoal: Int? { Self.reps(of: blocks) }

  /// The scoring that follows from the routine: the most reps if the clock ends it, otherwise the time for its reps.
  ///
  /// A distance counts as one rep, which is its end, so the score of `run 5km` is the time for one rep. With a set of as
  /// many reps as possible, the score is the most reps in all sets. A single hold is scored by its time. It is `nil` if a
  /// set has no end of its own and the reps don't depend on it.
  public var scoring: Challenge.Scoring? {
    if let timeLimit { return .reps(within: timeLimit) }
    if let repGoal { return repGoal > 0 ? .time(forReps: repGoal) : nil }
    if Self.hasOpenReps(blocks) { return .mostReps }
    return isSingleOpenSet ? .hold : nil
  }

  /// Whether neither the clock nor a number of reps ends the workout, which is scored by its reps.
  public var isOpenEnded: Bool { timeLimit == nil && scoring == .mostReps }

  /// Returns whether a challenge with this routine can have a scoring: the one that follows from it, or a hold if it is a
  /// single set that a key or the clock ends.
  func allows(_ scoring: Challenge.Scoring) -> Bool {
    scoring == self.scoring || scoring == .hold && (isSingleOpenSet || holdLimit != nil)
  }

  private var isSingleOpenSet: Bool {
    guard isSingleSet, case .step(let step) = blocks[0] else { return false }
    return step.target == .max
  }

  private static func hasOpenReps(_ blocks: [Block]) -> Bool {
    blocks.contains { block in
      switch block {
      case .rest: false
      case .step(let step): step.target == .max && !isHold(step.exercise)
      case .group(let group): hasOpenReps(group.blocks)
      }
    }
  }

  /// Returns the time of blocks, and the part of it that is a rest at their end; `nil` if only a person ends them.
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
        // Reps may take the whole of the last round.
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
}

extension Routine {
  /// Whether skipping a set only loses reps: every set has a number of reps, and none can be done more often instead.
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
  public var hasDistance: Bool { Self.hasDistance(blocks) }

  private static func hasDistance(_ blocks: [Block]) -> Bool {
    blocks.contains { block in
      switch block {
      case .rest: false
      case .step(let step): step.target.isDistance
      case .group(let group): hasDistance(group.blocks)
      }
    }
  }

  /// Whether every set is a distance.
  var consistsOfDistances: Bool { Self.consistsOfDistances(blocks) }

  private static func consistsOfDistances(_ blocks: [Block]) -> Bool {
    blocks.allSatisfy { block in
      switch block {
      case .rest: true
      case .step(let step): step.target.isDistance
      case .group(let group): consistsOfDistances(group.blocks)
      }
    }
  }

  /// The distance of a routine that is a single set of one: `5km`.
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
