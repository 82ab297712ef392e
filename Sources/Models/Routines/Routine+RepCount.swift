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

  /// Returns the number of distances among typed reps, whose order is that of the sets.
  ///
  /// The reps of timed and open sets are unknown. If they count, the first of these sets gets all that are left.
  private func distanceCount(inFirst reps: Int) -> Int {
    var (left, count) = (reps, 0)
    Self.count(blocks, repGoal == nil, &left, &count)
    return count
  }

  private static func count(
    _ blocks: [Block], _ countsOpenSets: Bool, _ left: inout Int, _ count: inout Int
  ) {
    for block in blocks {
      switch block {
      case .rest: break
      case .step(let step):
        switch step.target {
        case .reps(let reps): left -= min(left, reps * step.sets)
        case .distance:
          count += min(left, step.sets)
          left -= min(left, step.sets)
        case .time, .max: if countsOpenSets { left = 0 }
        }
      case .group(let group):
        var rounds = 0
        var before = Int.max
        // A round without reps would be repeated endlessly.
        while left > 0, left < before, group.repetition.rounds.map({ rounds < $0 }) ?? true {
          before = left
          Self.count(group.blocks, countsOpenSets, &left, &count)
          rounds += 1
        }
      }
    }
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
