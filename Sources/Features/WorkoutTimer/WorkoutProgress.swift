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
    case round(isWork: Bool, Int, of: Int, seconds: Int)
    case circuit(Circuit.Position, seconds: Int)

    /// Whether it is shown in big digits, with its text below them.
    var isProminent: Bool {
      switch self {
      case .seconds, .round, .circuit: true
      case .reps, .set, .hold: false
      }
    }

    var text: String {
      switch self {
      case .seconds(let seconds): Duration.seconds(seconds).remainingText
      case .reps(let reps): "\(reps) to go"
      case .set(let set, let sets, let reps): "set \(set)/\(sets)  \(reps) to go"
      case .hold(let set, let sets, let seconds): "set \(set)/\(sets)  \(seconds) s left"
      case .round(let isWork, let round, let rounds, let seconds):
        "\(isWork ? "WORK" : "REST") \(round)/\(rounds)  \(seconds) s"
      case .circuit(let position, _): position.text
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
    if let plan = challenge.intervals {
      let position = plan.position(at: time)
      return WorkoutProgress(
        fraction: position.fraction,
        remaining: .round(
          isWork: position.isWork, position.round, of: plan.rounds,
          seconds: position.remaining.secondsRoundedUp))
    }
    if let circuit = challenge.circuit, let limit = challenge.scoring.timeLimit {
      return WorkoutProgress(
        fraction: time / limit,
        remaining: .circuit(
          circuit.position(after: circuitRepCount), seconds: (limit - time).secondsRoundedUp))
    }
    return switch challenge.scoring {
    case .reps(let limit):
      WorkoutProgress(
        fraction: time / limit, remaining: .seconds((limit - time).secondsRoundedUp))
    case .time(let goal):
      WorkoutProgress(
        fraction: Double(log.count) / Double(goal), remaining: .reps(max(0, goal - log.count)))
    case .hold:
      nil
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
    if set != nil || challenge.intervals != nil { return true }
    if case .hold = challenge.scoring { return false }
    return true
  }
}

extension Circuit.Position {
  /// The station with the reps completed there: `sit-ups 2/10`.
  var text: String { "\(station.name) \(completedReps)/\(station.reps)" }
}

extension Duration {
  /// The duration as remaining time: `1:41 left`.
  var remainingText: String { "\(minutesText) left" }
}
