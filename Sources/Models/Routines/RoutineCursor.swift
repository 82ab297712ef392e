/// A position in a routine during a workout, computed from the reps, the skips and the time.
///
/// It isn't stored: a cursor that has followed a workout is equal to a new one that has been advanced once.
///
/// ```swift
/// var cursor = RoutineCursor(routine)
/// cursor.advance(to: elapsedTime, log: log, skips: skips)
/// cursor.step?.exercise          // "push-up"
/// cursor.stepReps                // 4
/// cursor.round?.number           // 2
/// ```
public struct RoutineCursor: Hashable, Sendable {
  let program: RoutineProgram

  /// The index of the current instruction: work, a rest, or the end of a loop whose next round is waited for.
  var index = 0
  /// The instant at which the instruction became the current one, in milliseconds.
  var start: Int64 = 0
  /// The presses since then of the key that counts reps.
  public internal(set) var stepReps = 0
  /// The end of the last part without reps, in milliseconds.
  var repsStart: Int64 = 0
  /// The number of distances that were ended. The log has a rep for each of them.
  public internal(set) var distanceCount = 0

  /// The number of loops around the instruction.
  var depth = 0
  /// For each loop from the outside: its index, the completed rounds, the start of the loop and of its round in
  /// milliseconds, and the reps of the round. Vectors, so that nothing is allocated.
  var loops = SIMD8<Int32>()
  var completedRounds = SIMD8<Int32>()
  var loopStarts = SIMD8<Int64>()
  var roundStarts = SIMD8<Int64>()
  var roundReps = SIMD8<Int32>()

  /// The next instant at which the clock changes something, in milliseconds.
  var deadline = Int64.max
  /// The loop that changes at the deadline; -1 if the current instruction ends.
  var deadlineLoop = -1

  /// Whether the workout is done.
  public internal(set) var isFinished = false
  /// The instant at which it was done, in milliseconds.
  var end: Int64 = 0
  /// Whether the clock ended the workout. A rep at that instant still counts.
  var isEndedByClock = false

  /// The number of processed reps and skips, and the last instant of each in milliseconds.
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

  /// An end of a set or of a round.
  enum Event {
    /// The index of the step, its reps, and its time in milliseconds.
    case set(Int, reps: Int, from: Int64, to: Int64, isSkipped: Bool)
    /// A round of an outermost group.
    case round(reps: Int, from: Int64, to: Int64, isSkipped: Bool)
  }

  /// Returns whether ``advance(to:log:skips:)`` would change anything.
  ///
  /// - Complexity: O(1).
  public func needsAdvance(to time: Duration, log: RepLog, skips: SkipLog) -> Bool {
    if log.milliseconds.count != repCount || skips.milliseconds.count != skipCount { return true }
    if !hasFollowed(log, skips, to: time.wholeMilliseconds) { return true }
    return !isFinished && time.wholeMilliseconds >= deadline
  }

  /// Advances to a time, with all reps and skips until then.
  ///
  /// If reps or skips were removed, or the time is earlier than before, it starts again from the beginning.
  ///
  /// - Parameters:
  ///   - time: The time in the workout. Reps and skips after it wait for the next call.
  ///   - log: The reps.
  ///   - skips: The instants at which a set, a rest or a round was skipped.
  /// - Complexity: Amortized O(1) without allocation while a workout goes on; otherwise O(n) in the reps, skips and sets.
  public mutating func advance(to time: Duration, log: RepLog, skips: SkipLog) {
    advance(to: time.wholeMilliseconds, log: log, skips: skips) { _ in }
  }

  mutating func advance(to now: Int64, log: RepLog, skips: SkipLog, onEvent: (Event) -> Void) {
    if !hasFollowed(log, skips, to: now) { self = RoutineCursor(program) }
    let reps = log.milliseconds
    let skips = skips.milliseconds
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

  /// Returns whether the processed reps and skips are still in the logs, the others come after them, and nothing
  /// happened after `now`.
  private func hasFollowed(_ log: RepLog, _ skips: SkipLog, to now: Int64) -> Bool {
    let (reps, skips) = (log.milliseconds, skips.milliseconds)
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
}
