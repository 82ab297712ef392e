extension Routine {
  /// A round of an outermost group, or one of several sets of an exercise outside of groups.
  public struct Round: Hashable, Sendable {
    public let reps: Int
    public let start: Duration
    public let duration: Duration
    public let isSkipped: Bool
  }

  /// A set that was done or begun.
  public struct Split: Hashable, Sendable {
    public let exercise: String
    public let target: Target
    public let reps: Int
    public let start: Duration
    public let duration: Duration
    public let isSkipped: Bool
    /// Whether the set ended before or with the workout.
    public var isFinished = true
  }

  /// The parts of a workout.
  public struct Results: Hashable, Sendable {
    /// The finished and skipped rounds, without a round that was in progress when the workout or its time limit ended.
    public internal(set) var rounds: [Round] = []
    /// The sets, including an unfinished one at the end.
    public internal(set) var splits: [Split] = []
    /// The reps of the unfinished round.
    public internal(set) var unfinishedReps = 0
  }

  /// Returns the rounds and sets of a workout.
  ///
  /// - Complexity: As ``results(of:)``.
  public func results(of workout: Workout) -> Results {
    results(of: workout.log)
  }

  /// Returns the reps of each round that was begun; empty if no rep was done.
  ///
  /// - Complexity: As ``results(of:)``.
  public func repsOfRounds(in workout: Workout) -> [Int] {
    guard workout.hasRecordedRepTimes else { return [] }
    let results = results(of: workout)
    let unfinished = results.unfinishedReps > 0 ? [results.unfinishedReps] : []
    return results.rounds.map(\.reps) + unfinished
  }

  /// The reps of a round, if the routine is a single group of sets with reps.
  public var roundReps: Int? {
    guard blocks.count == 1, case .group(let group) = blocks[0] else { return nil }
    return Self.reps(of: group.blocks)
  }

  /// The result of an exercise over all sets and rounds.
  public struct ExerciseTotal: Hashable, Sendable {
    public let exercise: String
    public internal(set) var reps = 0
    /// The time of its sets, without rests.
    public internal(set) var duration = Duration.zero

    /// `squat 60 in 1:35`, or `plank 1:30` without reps.
    public var text: String {
      "\(exercise) \(reps > 0 ? "\(reps) in " : "")\(duration.minutesText)"
    }
  }

  /// Returns the result of each exercise, in the order of their first sets.
  ///
  /// - Complexity: As ``results(of:)``, times the number of different exercises.
  public func exerciseTotals(of workout: Workout) -> [ExerciseTotal] {
    var totals: [ExerciseTotal] = []
    for split in results(of: workout).splits {
      let index =
        totals.firstIndex { $0.exercise == split.exercise }
        ?? {
          totals.append(ExerciseTotal(exercise: split.exercise))
          return totals.count - 1
        }()
      totals[index].reps += split.reps
      totals[index].duration += split.duration
    }
    return totals
  }

  /// Returns the rounds and sets of a workout.
  ///
  /// - Complexity: O(n) in the reps, the skips and the sets that were begun.
  public func results(of log: WorkoutLog) -> Results {
    var results = Results()
    var cursor = RoutineCursor(self)
    let steps = cursor.program.steps
    let end = max(log.duration, log.lastInstant)
    cursor.advance(to: end.wholeMilliseconds, log) { event in
      switch event {
      case .round(let reps, let from, let to, let isSkipped):
        // After a rep at the last instant of the workout, its round is reported again.
        if results.rounds.last?.start == .milliseconds(from) { results.rounds.removeLast() }
        results.rounds.append(
          Round(
            reps: reps, start: .milliseconds(from), duration: .milliseconds(to - from),
            isSkipped: isSkipped))
      case .set(let index, let reps, let from, let to, let isSkipped):
        let step = steps[index]
        if results.splits.last?.start == .milliseconds(from) { results.splits.removeLast() }
        results.splits.append(
          Split(
            exercise: step.exercise, target: step.target, reps: step.target.isDistance ? 0 : reps,
            start: .milliseconds(from), duration: .milliseconds(to - from), isSkipped: isSkipped))
      }
    }
    let counted = results.rounds.reduce(0) { $0 + $1.reps }
    results.unfinishedReps = log.reps.count - cursor.distanceCount - counted
    if !cursor.isFinished, let step = cursor.step {
      results.splits.append(
        Split(
          exercise: step.exercise, target: step.target, reps: cursor.stepReps,
          start: cursor.stepStart, duration: end - cursor.stepStart, isSkipped: false,
          isFinished: false))
    }
    return results
  }

  /// The way in which a workout ended.
  struct Ending {
    /// The instant at which the last set ended; `nil` if it didn't.
    var instant: Duration?
    var hasSkippedSet = false
  }

  /// Returns the way in which a workout ended.
  ///
  /// - Complexity: O(log n) in the reps of a single set; otherwise as ``results(of:)``.
  func ending(of log: WorkoutLog) -> Ending {
    if log.skips.isEmpty, isSingleSet, let repGoal, repGoal > 0 {
      return Ending(instant: log.reps.count >= repGoal ? log.reps[repGoal - 1] : nil)
    }
    var ending = Ending()
    var cursor = RoutineCursor(self)
    cursor.advance(to: log.duration.wholeMilliseconds, log) { event in
      if case .set(_, _, _, _, isSkipped: true) = event { ending.hasSkippedSet = true }
    }
    ending.instant = cursor.endInstant
    return ending
  }

  // MARK: - Numbers of reps

  /// Returns the number of reps of a workout. The end of a distance is recorded as a rep but doesn't count.
  ///
  /// - Complexity: As ``repCount(of:)``.
  public func repCount(of workout: Workout) -> Int { repCount(of: workout.log) }

  /// Returns the number of reps in a log without the ends of distances.
  ///
  /// - Complexity: O(1) without a distance; otherwise O(n) in the reps, the skips and the sets that were begun.
  public func repCount(of log: WorkoutLog) -> Int {
    guard hasDistance else { return log.repCount }
    guard let last = log.reps.last else {
      return log.repCount - distanceCount(inFirst: log.repCount)
    }
    var cursor = RoutineCursor(self)
    cursor.advance(to: last, log)
    return log.reps.count - cursor.distanceCount
  }

  /// Returns the reps of each set of a workout, with the name of its exercise. Typed reps are assigned to the sets in
  /// order; timed and open sets, whose reps are unknown, get equal parts of the other reps.
  ///
  /// - Complexity: As ``repCount(of:)``.
  func exerciseReps(of workout: Workout) -> [(exercise: String, reps: Int)] {
    guard !workout.hasRecordedRepTimes else {
      return results(of: workout).splits.map { ($0.exercise, $0.reps) }
    }
    let typed = TypedSets(of: self, reps: workout.reps)
    var sets: [(exercise: String, reps: Int)] = []
    var unknown = typed.remainingReps
    for (step, reps) in typed.sets {
      switch step.target {
      case .reps: sets.append((step.exercise, reps))
      case .distance: break
      case .time, .max: unknown += reps
      }
    }
    let open = steps.filter {
      switch $0.target {
      case .reps, .distance: false
      case .time, .max: !Self.isHold($0.exercise)
      }
    }
    let names = open.map(\.exercise).uniqued
    for (index, name) in names.enumerated() {
      sets.append((name, unknown / names.count + (index < unknown % names.count ? 1 : 0)))
    }
    return sets
  }

  /// Returns the number of distances among typed reps.
  private func distanceCount(inFirst reps: Int) -> Int {
    TypedSets(of: self, reps: reps).distances.reduce(0) { $0 + $1.reps }
  }

  /// Returns the shortest time in which a person can do the sets of typed reps: cover the distances, do the other reps,
  /// and, if all reps were done, complete the timed sets. Rests can be skipped.
  func shortestTime(ofReps reps: Int) -> Duration {
    var time = Duration.zero
    var counts: [String: Int] = [:]
    for (step, sets) in TypedSets(of: self, reps: reps).sets {
      switch step.target {
      case .distance: time += step.target.shortestTime(of: step.exercise) * sets
      case .reps: counts[step.exercise, default: 0] += sets
      case .time, .max: break
      }
    }
    if let repGoal, repGoal > 0, reps >= repGoal { time += Self.timeOfSets(in: blocks) }
    return time + Self.shortestTime(of: counts)
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
}

/// The sets of typed reps, in the order of the routine.
///
/// The reps of timed and open sets are unknown. If they count, the first of these sets gets all remaining reps.
private struct TypedSets {
  /// The completed steps, with the reps of each; for a distance, the number of its sets.
  private(set) var sets: [(step: Routine.Step, reps: Int)] = []
  /// The reps that don't belong to any of the sets.
  private(set) var remainingReps: Int
  private let countsOpenSets: Bool

  var distances: [(step: Routine.Step, reps: Int)] { sets.filter(\.step.target.isDistance) }

  init(of routine: Routine, reps: Int) {
    remainingReps = reps
    countsOpenSets = routine.repGoal == nil
    add(routine.blocks)
  }

  private mutating func add(_ blocks: [Routine.Block]) {
    for block in blocks {
      switch block {
      case .rest: break
      case .step(let step):
        let reps =
          switch step.target {
          case .reps(let count): min(remainingReps, count * step.sets)
          case .distance: min(remainingReps, step.sets)
          case .time, .max: countsOpenSets ? remainingReps : 0
          }
        remainingReps -= reps
        if reps > 0 { sets.append((step, reps)) }
      case .group(let group):
        var rounds = 0
        var before = Int.max
        // A round without reps would be repeated forever, so it ends the loop.
        while remainingReps > 0, remainingReps < before,
          group.repetition.rounds.map({ rounds < $0 }) ?? true
        {
          before = remainingReps
          add(group.blocks)
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

// MARK: - Pace

extension Challenge {
  /// Returns the reps per minute of a workout, excluding the time of rests, holds and distances.
  ///
  /// - Returns: `nil` without reps, and for typed reps of several sets.
  /// - Complexity: As ``Routine/results(of:)``.
  public func pace(of workout: Workout) -> Double? {
    guard hasReps, workout.sets.isEmpty else { return nil }
    guard hasRounds else {
      return workout.log.pace(over: score(of: workout)?.duration ?? workout.duration)
    }
    guard workout.hasRecordedRepTimes else { return nil }
    let splits = routine.results(of: workout).splits.filter { split in
      switch split.target {
      case .reps: true
      case .distance: false
      case .time, .max: !Routine.isHold(split.exercise)
      }
    }
    let time = splits.reduce(.zero) { $0 + $1.duration }
    let reps = splits.reduce(0) { $0 + $1.reps }
    guard reps > 0, time >= .milliseconds(10) else { return nil }
    return Double(reps) * 60 / (time / .seconds(1))
  }

  /// Returns the time per kilometer or mile of the distances of a workout: `5:14/km`, `8:25/mi`.
  ///
  /// It is the pace over the measured distance, or over all sets with a distance, in the unit of the first distance.
  ///
  /// - Returns: `nil` without a distance, and for typed results of several sets.
  /// - Complexity: As ``Routine/results(of:)``.
  public func distancePace(of workout: Workout) -> String? {
    let time = score(of: workout)?.duration ?? workout.duration
    if let distance = workout.figures.distance {
      return routine.isSingleSet ? [distance].pace(over: time) : nil
    }
    if case .step(let step) = routine.blocks[0], routine.isSingleSet {
      guard score(of: workout)?.isComplete == true else { return nil }
      return [step.target.coveredDistance].compactMap(\.self).pace(over: time)
    }
    guard workout.hasRecordedRepTimes else { return nil }
    let splits = routine.results(of: workout).splits.filter {
      $0.isFinished && !$0.isSkipped && $0.target.isDistance
    }
    return splits.compactMap(\.target.coveredDistance)
      .pace(over: splits.reduce(.zero) { $0 + $1.duration })
  }
}

extension Routine.Target {
  fileprivate var coveredDistance: Distance? {
    guard case .distance(let number, let unit) = self else { return nil }
    return Distance(number, unit)
  }
}

extension [Distance] {
  /// Returns the time per kilometer or mile; `nil` without a distance.
  fileprivate func pace(over time: Duration) -> String? {
    let meters = reduce(0) { $0 + $1.meters }
    guard let first, meters > 0 else { return nil }
    let (name, length) = first.unit == .miles ? ("mi", 1609.344) : ("km", 1000)
    return "\((time * (length / meters) + .milliseconds(500)).minutesText)/\(name)"
  }
}
