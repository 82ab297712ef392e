import Models
import SharedFeatures

// MARK: - Purpose

/// The role of a workout in a training plan.
public enum WorkoutPurpose: Equatable, Sendable {
  /// A test, from whose result a training plan is built.
  case test
  /// A set of a training plan, which ends automatically at its last rep or second.
  case set(PlannedSet)

  /// The purpose in the form that is stored with an unfinished workout.
  var draftPurpose: WorkoutDraft.Purpose {
    switch self {
    case .test: .test
    case .set(let set): .set(set.number, ofSession: set.session.number)
    }
  }

  /// The title: `Test`, `Set 2/5: 13`; short enough for a narrow terminal.
  var title: String {
    switch self {
    case .test: "Test"
    case .set(let set): "Set \(set.number)/\(set.session.sets): \(set.session.amount.shortText)"
    }
  }
}

extension WorkoutTimer.State {
  /// The training plan's set that this workout performs, if any.
  public var set: PlannedSet? {
    if case .set(let set) = purpose { set } else { nil }
  }

  /// The text beside the challenge's name.
  var heading: String { purpose?.title ?? challenge.shortScoringTitle }
}

// MARK: - Progress

/// The progress of a workout with a known end, and the reps or time that remain.
struct WorkoutProgress: Equatable {
  /// The completed part, from 0 to 1. It is more than 1 if the end was missed.
  ///
  /// It is rounded to steps finer than any bar shows, so that equal bars are equal values and are not drawn again.
  let fraction: Double
  let remaining: Remaining

  init(fraction: Double, remaining: Remaining) {
    self.fraction = (fraction * 2048).rounded() / 2048
    self.remaining = remaining
  }

  /// The remaining reps or time. It changes a hundred times less often than the clock, so its text is rarely created.
  enum Remaining: Equatable {
    case seconds(Int)
    case reps(Int)
    case set(Int, of: Int, reps: Int)
    case hold(set: Int, of: Int, seconds: Int)
    /// A timed set, a rest or a wait, with the time until its end.
    case timed(RoutinePart, seconds: Int)
    /// A set ended by reps or by a key, with the time left in the workout, or the time worked if there is no limit.
    case counted(RoutinePart, seconds: Int, isLeft: Bool)
    /// A distance, or a hold without a time, with the time since its start.
    case stopwatch(RoutinePart, seconds: Int)

    /// Whether it is shown in big digits, with its text below them.
    var isProminent: Bool {
      switch self {
      case .seconds, .timed, .counted, .stopwatch: true
      case .reps, .set, .hold: false
      }
    }

    /// The time left as it is counted down: `45 s`, or `1:30` if it is a minute or more.
    static func countdown(_ seconds: Int) -> String {
      seconds < 60 ? "\(seconds) s" : Duration.seconds(seconds).minutesText
    }

    var text: String {
      switch self {
      case .seconds(let seconds): Duration.seconds(seconds).remainingText
      case .reps(let reps): "\(reps) to go"
      case .set(let set, let sets, let reps): "set \(set)/\(sets)  \(reps) to go"
      case .hold(let set, let sets, let seconds): "set \(set)/\(sets)  \(seconds) s left"
      case .timed(let part, let seconds): "\(part.timedTitle)  \(Self.countdown(seconds))"
      case .counted(let part, _, _), .stopwatch(let part, _): part.countedTitle
      }
    }
  }
}

extension WorkoutTimer.State {
  /// The progress; `nil` if the workout has no known end.
  var progress: WorkoutProgress? {
    // Tenths of a second are finer than the steps of a bar.
    let time = Duration.milliseconds(elapsedTenths * 100)
    if let set { return progress(of: set, at: time) }
    if let cursor { return progress(at: cursor, time) }
    return switch challenge.scoring {
    case .reps, .hold:
      timeLimit.map { limit in
        WorkoutProgress(
          fraction: time / limit, remaining: .seconds((limit - time).secondsRoundedUp))
      }
    case .time(let goal):
      WorkoutProgress(
        fraction: Double(log.reps.count) / Double(goal),
        remaining: .reps(max(0, goal - log.reps.count)))
    }
  }

  /// Returns the progress of a set of a training plan.
  private func progress(of set: PlannedSet, at time: Duration) -> WorkoutProgress {
    switch set.session.amount {
    case .reps(let reps, _):
      WorkoutProgress(
        fraction: Double(log.reps.count) / Double(reps),
        remaining: .set(set.number, of: set.session.sets, reps: max(0, reps - log.reps.count)))
    case .hold(let seconds):
      WorkoutProgress(
        fraction: time / .seconds(seconds),
        remaining: .hold(
          set: set.number, of: set.session.sets,
          seconds: max(.zero, .seconds(seconds) - time).secondsRoundedUp))
    }
  }

  /// Whether ``progress`` has a value. It doesn't read the clock, so a view that uses it isn't evaluated at each tick.
  var hasProgress: Bool {
    if set != nil || cursor != nil { return true }
    return timeLimit != nil || challenge.scoring.repGoal != nil
  }
}

extension WorkoutTimer.State {
  /// Returns the progress at a position in a routine.
  private func progress(at cursor: RoutineCursor, _ time: Duration) -> WorkoutProgress {
    let part = RoutinePart(cursor)
    if let change = cursor.nextChange, part.isTimed {
      let start = cursor.stepStart
      let left = max(.zero, change - max(start, time))
      return WorkoutProgress(
        fraction: change > start ? 1 - left / (change - start) : 1,
        remaining: .timed(part, seconds: left.secondsRoundedUp))
    }
    let limit = timeLimit
    let fraction =
      limit.map { time / $0 }
      ?? challenge.scoring.repGoal.map { Double(log.reps.count) / Double($0) }
      ?? cursor.roundFraction
    if cursor.isEndedByPress {
      let worked = max(.zero, time - cursor.stepStart).wholeSeconds
      return WorkoutProgress(fraction: fraction, remaining: .stopwatch(part, seconds: worked))
    }
    let seconds = limit.map { ($0 - time).secondsRoundedUp } ?? time.wholeSeconds
    return WorkoutProgress(
      fraction: fraction, remaining: .counted(part, seconds: seconds, isLeft: limit != nil))
  }
}

extension RoutineCursor {
  /// The completed part of the rounds, or of the sets if there are no rounds.
  fileprivate var roundFraction: Double {
    guard let round = round ?? set, let count = round.count else { return 0 }
    return Double(round.number - 1) / Double(count)
  }
}

extension Duration {
  /// The duration as remaining time: `1:41 left`.
  var remainingText: String { "\(minutesText) left" }
}

// MARK: - Race

/// The lead or deficit in a race that is under way.
struct Lead: Equatable {
  let reps: Int
  let name: String
  /// The place in a live race, as text: `2nd of 5`.
  var place: String?
  /// The others in a hold, as text: `Ada still holds`.
  var holding: String?

  /// The lead as text: `2 ahead of your best`, `1 behind your best`, `level with your best`.
  var text: String {
    if let holding { return holding }
    return reps == 0
      ? "level with \(name)" : "\(abs(reps)) \(reps > 0 ? "ahead of" : "behind") \(name)"
  }
}

extension WorkoutTimer.State {
  /// Whether a race is under way.
  var isRacing: Bool { (ghost != nil || rivals != nil) && isUnderWay }

  /// The lead as of the last tick; `nil` if no race is under way.
  var lead: Lead? {
    guard isUnderWay else { return nil }
    if rivals != nil { return raceOrder.flatMap { Lead(in: $0, isHold: isHold) } }
    guard let ghost else { return nil }
    return Lead(reps: ghost.lead(of: log.reps.count, at: elapsedTime), name: ghost.name)
  }
}

extension Ghost {
  /// Returns the result of a race against this ghost: `3 reps ahead of Bo`, `00:01.20 behind your best`.
  ///
  /// Times are compared if the challenge is scored by time and both workouts completed it; otherwise reps are compared.
  func result(of workout: Workout, in challenge: Challenge) -> RaceResult {
    if let lead = leadTime(of: workout, in: challenge) {
      let margin = Duration.milliseconds(lead.magnitude)
      return RaceResult(isWon: lead > 0, isLost: lead < 0, margin: margin.clockText, name: name)
    }
    let lead = workout.log.reps.count - log.reps.count
    let reps = abs(lead).repsText
    return RaceResult(isWon: lead > 0, isLost: lead < 0, margin: reps, name: name)
  }

  /// Returns the milliseconds by which a workout was faster than the ghost.
  ///
  /// - Returns: `nil` if either workout is incomplete, or if the time isn't the score.
  private func leadTime(of workout: Workout, in challenge: Challenge) -> Int64? {
    guard
      challenge.scoring.repGoal != nil, let score = challenge.score(of: workout), score.isComplete,
      let ghost = challenge.score(of: log),
      ghost.isComplete
    else { return nil }
    return ghost.duration.wholeMilliseconds - score.duration.wholeMilliseconds
  }
}

/// The result of a race.
struct RaceResult: Equatable {
  let isWon: Bool
  let isLost: Bool
  /// The difference in reps or in time, as text.
  let margin: String
  let name: String

  var text: String {
    if isWon { return "\(margin) ahead of \(name)" }
    return isLost ? "\(margin) behind \(name)" : "Level with \(name)"
  }
}

extension WorkoutTimer.State {
  /// The result of the race, once the workout is saved; `nil` without a race.
  var raceResult: RaceResult? {
    guard let finished, let ghost else { return nil }
    return ghost.result(of: finished.saved.workout, in: challenge)
  }
}
