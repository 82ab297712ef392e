import Models

/// The progress of a workout with a known end, and the reps or time that remain.
struct WorkoutProgress: Equatable {
  /// The completed part, from 0 to 1, or more if the end was missed.
  ///
  /// It is rounded to steps finer than any bar shows, so that equal bars are equal values and are not drawn again.
  let fraction: Double
  let remaining: Remaining

  init(fraction: Double, remaining: Remaining) {
    self.fraction = (fraction * 2048).rounded() / 2048
    self.remaining = remaining
  }

  /// The remaining reps or time. It changes a hundred times less often than the clock, and only then becomes text.
  enum Remaining: Equatable {
    case seconds(Int)
    case reps(Int)
    case set(Int, of: Int, reps: Int)
    case hold(set: Int, of: Int, seconds: Int)
    /// A timed set, a rest or a wait, with the time until its end.
    case timed(RoutinePart, seconds: Int)
    /// A set that reps or a key end, with the time left in the workout, or the time worked if it has no limit.
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

    /// The time left as it is counted down: `45 s`, or `1:30` from a minute on.
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
    // In tenths of a second, which is finer than a bar shows.
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
        fraction: Double(log.count) / Double(goal), remaining: .reps(max(0, goal - log.count)))
    }
  }

  /// Returns the progress of a set of a training plan.
  private func progress(of set: PlannedSet, at time: Duration) -> WorkoutProgress {
    switch set.session.amount {
    case .reps(let reps, _):
      WorkoutProgress(
        fraction: Double(log.count) / Double(reps),
        remaining: .set(set.number, of: set.session.sets, reps: max(0, reps - log.count)))
    case .hold(let seconds):
      WorkoutProgress(
        fraction: time / .seconds(seconds),
        remaining: .hold(
          set: set.number, of: set.session.sets,
          seconds: max(.zero, .seconds(seconds) - time).secondsRoundedUp))
    }
  }

  /// Whether ``progress`` has a value. It doesn't read the clock, so a view that asks isn't evaluated at each tick.
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
      ?? challenge.scoring.repGoal.map { Double(log.count) / Double($0) } ?? cursor.roundFraction
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
