import FoundationEssentials

/// A checkpoint of an unfinished workout.
///
/// Each draft is complete, so each one replaces the previous one.
public struct WorkoutDraft: Identifiable, Hashable, Sendable {
  public let id: Workout.ID
  public let challenge: Challenge.ID

  /// The start time, by the wall clock.
  public var startedAt: Date

  /// The local offset from UTC at the start, in seconds.
  public var utcOffset: Int

  /// The time worked so far, without pauses.
  public var duration: Duration

  /// The events so far.
  public var log: WorkoutLog

  /// The purpose of the workout, such as a test, if any.
  public var purpose: Purpose?

  /// The earlier workout to race against, if any. It is a copy, so that the race continues if that workout is deleted.
  public var ghost: Ghost?

  /// The end of the rest in which the program that ran this strength session was killed, by the wall clock.
  public var restEnd: Date?

  /// - Parameter utcOffset: `nil` for a workout that starts in the time zone of the system.
  public init(
    id: Workout.ID, challenge: Challenge.ID, startedAt: Date, utcOffset: Int? = nil,
    duration: Duration = .zero,
    log: WorkoutLog = WorkoutLog(), purpose: Purpose? = nil, ghost: Ghost? = nil
  ) {
    self.id = id
    self.challenge = challenge
    self.startedAt = startedAt
    self.utcOffset = utcOffset ?? LocalTime(startedAt).offset
    self.duration = duration
    self.log = log
    self.purpose = purpose
    self.ghost = ghost
  }

  /// The local start.
  public var localStart: LocalTime { LocalTime(startedAt, utcOffset: utcOffset) }

  /// Returns the workout of `user` once this draft is finished.
  public func workout(by user: String) -> Workout {
    Workout(
      id: id, challenge: challenge, user: user, startedAt: startedAt, utcOffset: utcOffset,
      log: log.ended(at: duration))
  }

  // MARK: - Purposes

  /// The purpose of a workout: a test, a set of a training plan, or a planned strength session.
  public enum Purpose: Hashable, Sendable {
    case test
    /// A set of the challenge's training plan. Both numbers are counted from 1.
    case set(Int, ofSession: Int)
    /// A strength session with planned sets.
    case plan(StrengthPlan)
  }
}

extension WorkoutDraft.Purpose {
  /// The stored form: `test`, `set 2 of 7`, `routine squat 5x5 @ 100kg`, `program squat 5x5`.
  public var text: String {
    switch self {
    case .test: "test"
    case .set(let number, let session): "set \(number) of \(session)"
    case .plan(let plan): "\(plan.needsWeights ? "program" : "routine") \(plan.routine.text)"
    }
  }

  /// Creates a purpose from its stored form; `nil` for any other text.
  public init?(text: String) {
    for kind in ["routine", "program"] where text.hasPrefix("\(kind) ") {
      guard let routine = Routine(String(text.dropFirst(kind.count + 1))),
        var plan = StrengthPlan(routine)
      else { return nil }
      plan.needsWeights = kind == "program"
      self = .plan(plan)
      return
    }
    let words = text.split(separator: " ")
    switch (words.count, words.first) {
    case (1, "test"): self = .test
    case (4, "set"):
      guard let number = Int(words[1]), let session = Int(words[3]) else { return nil }
      self = .set(number, ofSession: session)
    default: return nil
    }
  }
}

extension TrainingPlan {
  /// Returns a set of a session, both counted from 1; `nil` if it doesn't exist.
  public func set(_ number: Int, ofSession session: Int) -> PlannedSet? {
    let sessions = sessions
    guard (1...sessions.count).contains(session) else { return nil }
    let found = sessions[session - 1]
    return (1...found.sets).contains(number) ? PlannedSet(session: found, number: number) : nil
  }
}

// MARK: - Status

/// The state of an unsaved workout, which another process computes from its last checkpoint.
public struct WorkoutStatus: Hashable, Sendable {
  public let challenge: Challenge.ID
  public let reps: Int
  /// The time worked so far.
  public let elapsed: Duration
  public let phase: Phase
  /// The time at which the workout ends, if it is running and its challenge has a time limit.
  public let deadline: Date?

  public enum Phase: String, Hashable, Sendable {
    /// Time is running, even while the process is stopped (Ctrl-Z) or the machine sleeps.
    case running
    /// The person has paused the workout.
    case paused
    /// The time is up, and the program is about to save the workout.
    case over
    /// The process that owned the workout is no longer running.
    case unfinished
  }

  /// The maximum age of a checkpoint for its workout to count as running if the process can't be checked.
  /// Checkpoints are written every second.
  public static let maxCheckpointAge = Duration.seconds(2)

  /// Creates the state of a draft.
  ///
  /// - Parameters:
  ///   - savedAt: The time of the checkpoint, by the wall clock.
  ///   - isOwnerRunning: Whether the process that saved it is still running; `nil` if that is unknown.
  ///   - challenge: The workout's challenge, if known.
  public init(
    _ draft: WorkoutDraft, savedAt: Date, isOwnerRunning: Bool?, now: Date,
    challenge: Challenge?
  ) {
    let age = Duration.milliseconds(now.millisecondsSince1970 - savedAt.millisecondsSince1970)
    let limit = challenge?.timeLimit
    let isRecent = age <= Self.maxCheckpointAge && age >= .zero - Self.maxCheckpointAge
    let isOwnerRunning = isOwnerRunning ?? isRecent
    let isRunning = !draft.log.isPaused && isOwnerRunning
    let worked = draft.duration + (isRunning ? max(.zero, age) : .zero)
    self.challenge = draft.challenge
    reps = challenge?.routine.repCount(of: draft.log) ?? draft.log.repCount
    elapsed = limit.map { min($0, worked) } ?? worked
    let isOver = limit.map { worked >= $0 } ?? false
    phase =
      isRunning && !isOver ? .running : !isOwnerRunning ? .unfinished : isOver ? .over : .paused
    deadline =
      phase == .running
      ? limit.map { savedAt.addingTimeInterval(($0 - draft.duration) / .seconds(1)) } : nil
  }

  /// Returns the time until the deadline.
  public func remaining(at now: Date) -> Duration? {
    deadline.map {
      .milliseconds(max(0, $0.millisecondsSince1970 - now.millisecondsSince1970))
    }
  }
}

// MARK: - Rests

/// A rest after a set, stored for other processes.
public struct StoredRest: Hashable, Sendable {
  /// The challenge of the set.
  public let challenge: Challenge.ID
  /// The end of the rest, by the wall clock.
  public let end: Date

  public init(challenge: Challenge.ID, end: Date) {
    self.challenge = challenge
    self.end = end
  }

  /// Returns the remaining time; `nil` once the rest is over.
  public func remaining(at now: Date) -> Duration? {
    let left = end.millisecondsSince1970 - now.millisecondsSince1970
    return left > 0 ? .milliseconds(left) : nil
  }

  /// Returns the remaining time rounded up to whole seconds, as on screen.
  public func remainingRoundedUp(at now: Date) -> Duration {
    .seconds(((remaining(at: now) ?? .zero).wholeMilliseconds + 999) / 1000)
  }
}
