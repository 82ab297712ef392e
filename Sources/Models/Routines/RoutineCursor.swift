/// A position in a routine during a workout, computed from the reps, the skips and the time.
///
/// It need not be stored: a cursor that was advanced in steps is equal to a new one that was advanced once.
///
/// ```swift
/// var cursor = RoutineCursor(routine)
/// cursor.advance(to: elapsedTime, log)
/// cursor.step?.exercise          // "push-up"
/// cursor.stepReps                // 4
/// cursor.round?.number           // 2
/// ```
public struct RoutineCursor: Hashable, Sendable {
  let program: RoutineProgram

  /// The index of the current instruction: work, a rest, or the end of a loop during the wait for its next round.
  var index = 0
  /// The instant at which the instruction became the current one, in milliseconds.
  var start: Int64 = 0
  /// The number of presses of the rep key since ``start``.
  public internal(set) var stepReps = 0
  /// The end of the last part without reps, in milliseconds.
  var repsStart: Int64 = 0
  /// The number of completed distances. The log has a rep for each of them.
  public internal(set) var distanceCount = 0

  /// The number of loops around the instruction.
  var depth = 0
  /// For each loop from the outside: its index, the completed rounds, the start of the loop and of its round in
  /// milliseconds, and the reps of the round. They are vectors to avoid allocations.
  var loops = SIMD8<Int32>()
  var completedRounds = SIMD8<Int32>()
  var loopStarts = SIMD8<Int64>()
  var roundStarts = SIMD8<Int64>()
  var roundReps = SIMD8<Int32>()

  /// The next instant at which the clock changes the position, in milliseconds.
  var deadline = Int64.max
  /// The loop that changes at the deadline; -1 if only the current instruction ends then.
  var deadlineLoop = -1

  /// Whether the workout is over.
  public internal(set) var isFinished = false
  /// The instant at which the workout ended, in milliseconds.
  var end: Int64 = 0
  /// Whether the clock ended the workout. A rep at that instant still counts.
  var isEndedByClock = false

  /// The numbers of processed reps and skips, and the instants of the last ones in milliseconds.
  private var repCount = 0
  private var skipCount = 0
  private var lastRep: Int64 = -1
  private var lastSkip: Int64 = -1

  /// Creates a cursor at the start of a routine.
  ///
  /// - Complexity: O(n) in the blocks of the routine.
  public init(_ routine: Routine) {
    program = RoutineProgram(routine)
    move(to: 0, at: 0) { _ in }
  }

  /// The end of a set or of a round.
  enum Event {
    /// The index of the step, its reps, and its time in milliseconds.
    case set(Int, reps: Int, from: Int64, to: Int64, isSkipped: Bool)
    /// A round of an outermost group.
    case round(reps: Int, from: Int64, to: Int64, isSkipped: Bool)
  }

  /// Returns whether ``advance(to:_:)`` would change anything.
  ///
  /// - Complexity: O(1).
  public func needsAdvance(to time: Duration, _ log: WorkoutLog) -> Bool {
    if log.reps.count != repCount || log.skips.count != skipCount { return true }
    if !canContinue(with: log, to: time.wholeMilliseconds) { return true }
    return !isFinished && time.wholeMilliseconds >= deadline
  }

  /// Advances to a time, counting all reps and skips until then.
  ///
  /// If reps or skips were removed, or the time is earlier than before, the cursor starts again from the beginning.
  ///
  /// - Parameters:
  ///   - time: The time in the workout. Later reps and skips are ignored until the next call.
  ///   - log: The reps, and the instants at which a set, a rest or a round was skipped.
  /// - Complexity: Amortized O(1) without allocation during a workout; otherwise O(n) in the reps, skips and sets.
  public mutating func advance(to time: Duration, _ log: WorkoutLog) {
    advance(to: time.wholeMilliseconds, log) { _ in }
  }

  mutating func advance(to now: Int64, _ log: WorkoutLog, onEvent: (Event) -> Void) {
    if !canContinue(with: log, to: now) { self = RoutineCursor(program) }
    let (reps, skips) = (log.reps.milliseconds, log.skips)
    while true {
      let rep = repCount < reps.count ? Int64(reps[repCount]) : .max
      let skip = skipCount < skips.count ? Int64(skips[skipCount]) : .max
      let event = min(rep, skip)
      let instant = min(event, now)
      while !isFinished, deadline <= instant { passDeadline(onEvent) }
      guard event <= now else { return }
      if rep <= skip {
        repCount += 1
        lastRep = rep
        countRep(at: rep, onEvent)
      } else {
        skipCount += 1
        lastSkip = skip
        passSkip(at: skip, onEvent)
      }
    }
  }

  /// Returns whether a cursor can continue with a log: the log still has the processed reps and skips, its other events
  /// are later, and nothing happened after `now`.
  private func canContinue(with log: WorkoutLog, to now: Int64) -> Bool {
    let (reps, skips) = (log.reps.milliseconds, log.skips)
    return reps.count >= repCount && skips.count >= skipCount
      && (repCount == 0 || Int64(reps[repCount - 1]) == lastRep)
      && (skipCount == 0 || Int64(skips[skipCount - 1]) == lastSkip)
      && (reps.count == repCount || Int64(reps[repCount]) > lastSkip)
      && (skips.count == skipCount || Int64(skips[skipCount]) >= lastRep)
      && now >= start && now >= lastRep && now >= lastSkip && (!isFinished || now >= end)
  }

  private init(_ program: RoutineProgram) {
    self.program = program
    move(to: 0, at: 0) { _ in }
  }

  // MARK: - Position

  /// The current exercise; `nil` in a rest and during the wait for the next round.
  ///
  /// At the end of the workout it is the last exercise.
  public var step: Routine.Step? {
    let instruction = program.instructions[index]
    return instruction.kind == .work ? program.steps[instruction.index] : nil
  }

  /// The end of the last part without reps, from which the pace is measured; `nil` in a rest, a distance or a hold.
  public var paceStart: Duration? {
    program.instructions[index].hasReps ? .milliseconds(repsStart) : nil
  }

  /// Whether only a key ends the current set.
  public var isInOpenSet: Bool { program.instructions[index].isOpenSet }

  /// Whether the current set is a hold that only a key ends.
  public var isInOpenHold: Bool { program.instructions[index].isOpenHold }

  /// Whether the rep key ends the current set: a distance, or a hold without a time.
  public var isEndedByPress: Bool { program.instructions[index].isDistance || isInOpenHold }

  /// The instant at which the current set or rest began.
  public var stepStart: Duration { .milliseconds(start) }

  /// The instant at which the clock ends the set, the rest, or a round around it; `nil` if the clock ends none of them.
  public var nextChange: Duration? { deadline == .max ? nil : .milliseconds(deadline) }

  /// The instant at which the workout ended; `nil` before its end.
  public var endInstant: Duration? { isFinished ? .milliseconds(end) : nil }

  /// A round of a group, or a set of an exercise.
  public struct Round: Hashable, Sendable {
    /// The number of the round or set, counted from 1.
    public let number: Int
    /// The number of rounds; `nil` if only a time limits them.
    public let count: Int?
    /// The reps of the round so far.
    public let reps: Int
    public let start: Duration
  }

  /// The round of the innermost group; `nil` outside of groups.
  public var round: Round? {
    for position in (0..<depth).reversed() {
      if program.loops[Int(loops[position])].isGroup { return round(at: position) }
    }
    return nil
  }

  /// The current set of the exercise; `nil` if the exercise has a single set.
  public var set: Round? {
    guard depth > 0, !program.loops[Int(loops[depth - 1])].isGroup else { return nil }
    return round(at: depth - 1)
  }

  private func round(at position: Int) -> Round {
    Round(
      number: Int(completedRounds[position]) + 1,
      count: program.loops[Int(loops[position])].rounds, reps: Int(roundReps[position]),
      start: .milliseconds(roundStarts[position]))
  }

  /// Whether the routine has more than one exercise.
  public var hasSeveralExercises: Bool { program.hasSeveralExercises }

  /// The part after the current set, rest or wait: a single set of an exercise, or a rest; `nil` at the end.
  ///
  /// - Complexity: O(1).
  public var next: Routine.Block? {
    var copy = self
    copy.complete(at: copy.start + 1) { _ in }
    // A wait follows a round that is completed early; the next exercise follows the wait.
    if !copy.isFinished, copy.program.instructions[copy.index].kind == .end {
      copy.complete(at: copy.start + 1) { _ in }
    }
    guard !copy.isFinished else { return nil }
    guard var step = copy.step else {
      return .rest(.milliseconds(copy.program.instructions[copy.index].time))
    }
    step.sets = 1
    step.rest = nil
    return .step(step)
  }
}
