/// A reason why a workout can't be a result of a challenge.
public enum ImpossibilityReason: Hashable, Sendable {
  /// A rep is later than the end of the workout. Reps are counted from 1.
  case afterTheEnd(rep: Int)
  /// A rep is in a rest.
  case inRest(rep: Int)
  /// There are more reps up to this one than a person can do in the time.
  case tooFast(rep: Int)
  /// There are more reps, recorded without instants, than a person can do in the time.
  case tooMany(Int, in: Duration)
  /// There are more reps than the challenge has.
  case moreThanGoal(Int, goal: Int)
  /// A hold has reps.
  case repsInHold
  /// The workout is longer than the challenge.
  case tooLong(Duration, limit: Duration)
  /// A hold is longer than a person can hold it.
  case heldTooLong(Duration, limit: Duration)
  /// A distance or sets were completed faster than humanly possible.
  case fasterThanRecord(FastDistance)

  /// The reason as a sentence.
  public var sentence: String {
    switch self {
    case .afterTheEnd(let rep): "rep \(rep) came after the time was up"
    case .inRest(let rep): "rep \(rep) came in a rest"
    case .tooFast(let rep): "rep \(rep) came sooner than anyone can do \(rep) reps"
    case .tooMany(let reps, let time):
      "\(reps.repsText) in \(time.clockText) is faster than humanly possible"
    case .moreThanGoal(let reps, let goal): "\(reps.repsText) exceed the \(goal) of the challenge"
    case .repsInHold: "a hold has no reps"
    case .tooLong(let time, let limit):
      "\(time.clockText) is more than the \(limit.minutesText) of the challenge"
    case .heldTooLong(let time, let limit):
      "\(time.clockText) is longer than anyone can hold it: at most \(limit.components.seconds / 3600) hours"
    case .fasterThanRecord(let distance): distance.sentence
    }
  }
}

extension RepLog {
  /// The minimum time for a rep of any challenge.
  public static let minGap = Duration.milliseconds(100)

  /// The maximum delay between a rep and its press. A stalled connection delivers several presses at once, and people
  /// who forgot to press the key for some reps do so afterwards.
  public static let maxDelay = Duration.seconds(5)

  /// Returns the maximum number of reps in a time. The first rep can be done when the clock starts.
  static func maxPossibleReps(in duration: Duration, minGap challengeGap: Duration) -> Int {
    let gap = Swift.max(challengeGap, minGap).wholeMilliseconds
    return Int(clamping: duration.wholeMilliseconds / gap + 1)
  }
}

extension WorkoutLog {
  /// Returns the reason why a person can't have done these reps; `nil` for a possible log.
  ///
  /// Any two reps must be far enough apart for the reps between them, at `challengeGap` each, with a tolerance of
  /// ``RepLog/maxDelay``. In total there can't be more than ``RepLog/maxPossibleReps(in:minGap:)``.
  ///
  /// - Parameter challengeGap: The minimum time for one rep of the challenge. At least ``RepLog/minGap`` is used.
  /// - Complexity: O(n).
  public func impossibilityReason(minGap challengeGap: Duration) -> ImpossibilityReason? {
    let gap = max(challengeGap, RepLog.minGap).wholeMilliseconds
    let (end, maxDelay) = (duration.wholeMilliseconds, RepLog.maxDelay.wholeMilliseconds)
    // A rep's delay, compared with the fastest pace since the start, can decrease by at most the tolerance.
    var latest: Int64 = 0
    var fastest: Int64 = 0
    for (index, instant) in reps.milliseconds.enumerated() {
      guard Int64(instant) <= end else { return .afterTheEnd(rep: index + 1) }
      fastest += gap
      let late = Int64(instant) - fastest
      guard latest - late <= maxDelay else { return .tooFast(rep: index + 1) }
      latest = max(latest, late)
    }
    let maxReps = RepLog.maxPossibleReps(in: duration, minGap: challengeGap)
    return repCount > maxReps ? .tooFast(rep: maxReps + 1) : nil
  }

  /// Returns the reason why the reps are faster than a pace: too many in a minute or in the whole workout.
  ///
  /// - Complexity: O(n).
  fileprivate func impossibilityReason(at pace: RepPace) -> ImpossibilityReason? {
    if let reason = impossibilityReason(minGap: pace.gap) { return reason }
    let (minute, count) = (Duration.seconds(60) - RepLog.maxDelay, pace.maxRepsPerMinute)
    for rep in reps.indices.dropFirst(count) where reps[rep] - reps[rep - count] < minute {
      return .tooFast(rep: rep + 1)
    }
    let maxReps = pace.maxReps(in: duration)
    return reps.count > maxReps ? .tooFast(rep: maxReps + 1) : nil
  }
}

extension Challenge {
  /// Returns the reason why a workout can't be a result of the challenge; `nil` for a possible one.
  ///
  /// See ``impossibilityReason(of:_:)``. Strength sessions are always possible: sets can be entered late.
  public func impossibilityReason(of workout: Workout) -> ImpossibilityReason? {
    guard workout.challenge != .strength else { return nil }
    return impossibilityReason(of: workout.log, workout.figures)
  }

  /// Returns the reason why a log can't be a result of the challenge; `nil` for a possible one.
  ///
  /// The app, `ladder log` and servers judge every result with this function: its time, reps, sets, rests and
  /// distances. The limits are human records, so that no honest result is refused.
  ///
  /// - Complexity: O(n) in the reps, and in the skips and sets of a routine with rounds or distances.
  public func impossibilityReason(
    of log: WorkoutLog, _ figures: WorkoutFigures = WorkoutFigures()
  ) -> ImpossibilityReason? {
    if let reason = impossibleEnd(of: log) { return reason }
    let reason =
      if let reps = log.typedReps {
        impossibleTypedReps(reps, in: log.duration)
      } else {
        log.impossibilityReason(at: routine.fastestPace) ?? routine.impossibilityReason(of: log)
      }
    return reason
      ?? tooFastFigure(of: figures, in: log.duration).map { .fasterThanRecord($0) }
  }

  /// Returns the reason why the workout can't have ended with these reps and this time.
  private func impossibleEnd(of log: WorkoutLog) -> ImpossibilityReason? {
    // Only reps up to the limit count, so a log that has the instants of its reps can end after the limit.
    if let limit = timeLimit,
      log.duration > limit + (log.reps.isEmpty ? .zero : RepLog.maxDelay)
    {
      return .tooLong(log.duration, limit: limit)
    }
    if let goal = scoring.repGoal, log.repCount > goal {
      return .moreThanGoal(log.repCount, goal: goal)
    }
    guard scoring == .hold else { return nil }
    guard log.repCount == 0 else { return .repsInHold }
    let limit = routine.exercises.first.flatMap { Routine.maxHold(of: $0) }
    return limit.flatMap { log.duration > $0 ? .heldTooLong(log.duration, limit: $0) : nil }
  }

  private func impossibleTypedReps(_ reps: Int, in time: Duration) -> ImpossibilityReason? {
    guard reps > 0 else { return nil }
    let maxReps = min(routine.fastestPace.maxReps(in: time), routine.maxReps ?? .max)
    guard reps <= maxReps else { return .tooMany(reps, in: time) }
    return routine.tooFastSets(ofReps: reps, in: time).map { .fasterThanRecord($0) }
  }
}

// MARK: - Sets, rests and distances

extension Routine {
  /// Returns the reason why a person can't have done the sets and distances of a log with its rests.
  ///
  /// A press can be up to ``RepLog/maxDelay`` late, and so be recorded in the next set. So the reps of timed sets have
  /// this tolerance, and the reps of other sets are checked together. A distance can begin that long before the press
  /// that ended the previous set. The first distance, and the sum of all distances, have no tolerance.
  ///
  /// - Complexity: O(n) in the reps, the skips and the sets.
  fileprivate func impossibilityReason(of log: WorkoutLog) -> ImpossibilityReason? {
    guard !isSingleSet || hasDistance else { return nil }
    var (rep, lastEnd, distances) = (0, Duration.zero, Duration.zero)
    var reps: [String: Int] = [:]
    for split in results(of: log).splits {
      let end = split.start + split.duration
      // The app ignores presses in a rest. It can record a rep a few milliseconds past the end of its set.
      while rep < log.reps.count, log.reps[rep] < split.start {
        guard log.reps[rep] <= lastEnd + RepLog.minGap else { return .inRest(rep: rep + 1) }
        rep += 1
      }
      let first = rep
      while rep < log.reps.count, log.reps[rep] <= end { rep += 1 }
      lastEnd = end
      let shortest = split.target.shortestTime(of: split.exercise)
      if shortest > .zero, split.isFinished, !split.isSkipped {
        distances += shortest
        guard min(split.duration + RepLog.maxDelay, end) >= shortest, end >= distances else {
          return .fasterThanRecord(
            FastDistance(
              name: "\(split.exercise) \(split.target.text)", time: split.duration,
              shortestTime: shortest))
        }
      }
      guard !split.target.isDistance else { continue }
      reps[split.exercise, default: 0] += rep - first
      guard case .time = split.target else { continue }
      let maxReps = RepPace(of: split.exercise).maxReps(in: split.duration + RepLog.maxDelay)
      guard rep - first <= maxReps else { return .tooFast(rep: first + maxReps + 1) }
    }
    // Reps after the time limit don't count.
    let delay = timeLimit.map { lastEnd >= $0 } == true ? RepLog.maxDelay : RepLog.minGap
    guard rep == log.reps.count || log.reps[rep] <= lastEnd + delay else {
      return .inRest(rep: rep + 1)
    }
    let shortest = distances + Self.shortestTime(of: reps)
    guard shortest > log.duration else { return nil }
    return .fasterThanRecord(
      FastDistance(name: "this", time: log.duration, shortestTime: shortest))
  }

  /// Returns the sets with their shortest time if a person can't do `reps` reps in `time`; otherwise `nil`.
  func tooFastSets(ofReps reps: Int, in time: Duration) -> FastDistance? {
    let shortest = shortestTime(ofReps: reps)
    guard shortest > time else { return nil }
    return FastDistance(name: isSingleSet ? text : "this", time: time, shortestTime: shortest)
  }
}

extension Challenge {
  /// Returns the added distance of a workout if no person can cover it in the time with any of the exercises.
  public func tooFastFigure(of figures: WorkoutFigures, in time: Duration) -> FastDistance? {
    guard let distance = figures.distance else { return nil }
    let shortest =
      routine.exercises.map { Sport.shortestTime(forMeters: distance.meters, exercise: $0) }.min()
    guard let shortest, shortest > time else { return nil }
    return FastDistance(name: distance.text, time: time, shortestTime: shortest)
  }
}

/// A distance or sets that were completed in an impossibly short time.
public struct FastDistance: Hashable, Sendable {
  /// The distance with its exercise: `run 5km`.
  let name: String
  let time: Duration
  let shortestTime: Duration

  /// `run 5km in 00:10.00 is faster than humanly possible: at least 12:35.36`.
  public var sentence: String {
    "\(name) in \(time.clockText) is faster than humanly possible: at least \(shortestTime.clockText)"
  }
}
