extension Routine {
  /// Returns the number of reps of a workout. The end of a distance is recorded as a rep, but is none.
  ///
  /// - Complexity: As ``repCount(of:skips:)``.
  public func repCount(of workout: Workout) -> Int {
    repCount(of: workout.log, skips: workout.skips)
  }

  /// Returns the number of reps in a log without the ends of distances.
  ///
  /// - Complexity: O(1) without a distance; otherwise O(n) in the reps, the skips and the sets that were begun.
  public func repCount(of log: RepLog, skips: SkipLog) -> Int {
    guard hasDistance else { return log.reps }
    guard let last = log.last else { return log.reps - distanceCount(inFirst: log.reps) }
    var cursor = RoutineCursor(self)
    cursor.advance(to: last, log: log, skips: skips)
    return log.reps - cursor.distanceCount
  }

  /// Returns the reps of each set of a workout, with the name of its exercise. Those of typed reps are in the order of the
  /// sets; timed and open sets, whose reps are unknown, get equal parts of the rest.
  ///
  /// - Complexity: As ``repCount(of:skips:)``.
  func exerciseReps(of workout: Workout) -> [(exercise: String, reps: Int)] {
    guard !workout.hasRecordedRepTimes else {
      return results(of: workout).splits.map { ($0.exercise, $0.reps) }
    }
    var sets: [(exercise: String, reps: Int)] = []
    var left = workout.reps
    var unknown = 0
    Self.visit(blocks, repGoal == nil, &left) { step, reps in
      switch step.target {
      case .reps: sets.append((step.exercise, reps))
      case .distance: break
      case .time, .max: unknown += reps
      }
    }
    unknown += left
    let names = Self.openExercises(blocks).filter { !Self.isHold($0) }.uniqued
    for (index, name) in names.enumerated() {
      sets.append((name, unknown / names.count + (index < unknown % names.count ? 1 : 0)))
    }
    return sets
  }

  /// Returns the exercises of timed and open sets.
  private static func openExercises(_ blocks: [Block]) -> [String] {
    blocks.flatMap { block in
      switch block {
      case .rest: [String]()
      case .step(let step):
        switch step.target {
        case .reps, .distance: [String]()
        case .time, .max: [step.exercise]
        }
      case .group(let group): openExercises(group.blocks)
      }
    }
  }

  /// Returns the number of distances among typed reps.
  private func distanceCount(inFirst reps: Int) -> Int {
    var count = 0
    forEachDistance(inFirst: reps) { _, sets in count += sets }
    return count
  }

  /// Returns the shortest time in which a person can do the sets of typed reps: cover the distances, do the other reps,
  /// and, if all reps were done, hold what is held. Rests can be skipped.
  func shortestTime(ofReps reps: Int) -> Duration {
    var (time, distances) = (Duration.zero, 0)
    forEachDistance(inFirst: reps) { step, sets in
      time += step.target.shortestTime(of: step.exercise) * sets
      distances += sets
    }
    if let repGoal, repGoal > 0, reps >= repGoal { time += Self.timeOfSets(in: blocks) }
    return time > .zero ? time + RepLog.minGap * max(0, reps - distances - 1) : time
  }

  /// Returns the time of the sets that the clock ends.
  private static func timeOfSets(in blocks: [Block]) -> Duration {
    blocks.reduce(.zero) { sum, block in
      switch block {
      case .rest: return sum
      case .step(let step):
        guard case .time(let time) = step.target else { return sum }
        return sum + time * step.sets
      case .group(let group):
        return sum + timeOfSets(in: group.blocks) * (group.repetition.rounds ?? 0)
      }
    }
  }

  /// Calls a function with each distance among typed reps, whose order is that of the sets, and the number of its sets.
  ///
  /// The reps of timed and open sets are unknown. If they count, the first of these sets gets all that are left.
  private func forEachDistance(inFirst reps: Int, _ body: (Step, _ sets: Int) -> Void) {
    var left = reps
    Self.visit(blocks, repGoal == nil, &left) { step, sets in
      if step.target.isDistance { body(step, sets) }
    }
  }

  /// Calls a function with each set among typed reps, whose order is that of the sets, and its reps.
  private static func visit(
    _ blocks: [Block], _ countsOpenSets: Bool, _ left: inout Int, _ body: (Step, Int) -> Void
  ) {
    for block in blocks {
      switch block {
      case .rest: break
      case .step(let step):
        let reps =
          switch step.target {
          case .reps(let count): min(left, count * step.sets)
          case .distance: min(left, step.sets)
          case .time, .max: countsOpenSets ? left : 0
          }
        left -= reps
        if reps > 0 { body(step, reps) }
      case .group(let group):
        var rounds = 0
        var before = Int.max
        // A round without reps would be repeated endlessly.
        while left > 0, left < before, group.repetition.rounds.map({ rounds < $0 }) ?? true {
          before = left
          visit(group.blocks, countsOpenSets, &left, body)
          rounds += 1
        }
      }
    }
  }
}

extension [String] {
  /// The strings in their order, each once.
  fileprivate var uniqued: [String] {
    reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}

extension Routine.Repetition {
  /// The number of rounds; `nil` if a time limits them.
  var rounds: Int? {
    switch self {
    case .times(let rounds), .every(_, let rounds): rounds
    case .within: nil
    }
  }
}
