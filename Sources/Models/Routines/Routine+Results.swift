extension Routine {
  /// A round of an outermost group, or a set of an exercise that has several and is in no group.
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
    /// Whether it ended before the workout did, or with it.
    public var isFinished = true
  }

  /// The parts of a workout.
  public struct Results: Hashable, Sendable {
    /// The rounds that were finished or skipped. The round in which a workout or its time limit ended is neither.
    public internal(set) var rounds: [Round] = []
    /// The sets, with the last one even if it isn't finished.
    public internal(set) var splits: [Split] = []
    /// The reps of the round that isn't finished.
    public internal(set) var unfinishedReps = 0
  }

  /// Returns the rounds and sets of a workout.
  ///
  /// - Complexity: As ``results(of:skips:duration:)``.
  public func results(of workout: Workout) -> Results {
    results(of: workout.log, skips: workout.skips, duration: workout.duration)
  }

  /// Returns the reps of each round that was done or begun; none if no rep was done.
  ///
  /// - Complexity: As ``results(of:skips:duration:)``.
  public func repsOfRounds(in workout: Workout) -> [Int] {
    guard !workout.log.isEmpty else { return [] }
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

  /// Returns the result of each exercise, in the order in which they were started.
  ///
  /// - Complexity: As ``results(of:skips:duration:)``, times the number of different exercises.
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
  /// - Parameter duration: The duration of the workout.
  /// - Complexity: O(n) in the reps, the skips and the sets that were begun.
  public func results(of log: RepLog, skips: SkipLog, duration: Duration) -> Results {
    var results = Results()
    var cursor = RoutineCursor(self)
    let steps = cursor.program.steps
    let end = max(duration, log.last ?? .zero, skips.last ?? .zero)
    cursor.advance(to: end.wholeMilliseconds, log: log, skips: skips) { event in
      switch event {
      case .round(let reps, let from, let to, let isSkipped):
        // A rep at the last instant of the workout is reported with its round once more.
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
    results.unfinishedReps = log.count - cursor.distanceCount - counted
    if !cursor.isFinished, let step = cursor.step {
      results.splits.append(
        Split(
          exercise: step.exercise, target: step.target, reps: cursor.stepReps,
          start: cursor.stepStart, duration: end - cursor.stepStart, isSkipped: false,
          isFinished: false))
    }
    return results
  }
}

extension Routine {
  /// The way in which a workout ended.
  struct Ending {
    /// The instant at which its last set ended; `nil` if it didn't.
    var instant: Duration?
    var hasSkippedSet = false
  }

  /// Returns the way in which a workout ended.
  ///
  /// - Parameter duration: The duration of the workout.
  /// - Complexity: O(log n) in the reps of a single set; otherwise as ``results(of:skips:duration:)``.
  func ending(of log: RepLog, skips: SkipLog, duration: Duration) -> Ending {
    if skips.isEmpty, isSingleSet, let repGoal, repGoal > 0 {
      return Ending(instant: log.count >= repGoal ? log[repGoal - 1] : nil)
    }
    var ending = Ending()
    var cursor = RoutineCursor(self)
    cursor.advance(to: duration.wholeMilliseconds, log: log, skips: skips) { event in
      if case .set(_, _, _, _, isSkipped: true) = event { ending.hasSkippedSet = true }
    }
    ending.instant = cursor.endInstant
    return ending
  }
}
