import Models

/// How far a workout that ends by itself has come, and what is left of it.
struct WorkoutProgress: Equatable {
  /// 0 to 1, and more where the end was missed; in steps finer than any bar shows, so that two of the same look are the
  /// same.
  let fraction: Double
  let remaining: Remaining

  init(fraction: Double, remaining: Remaining) {
    self.fraction = (fraction * 2048).rounded() / 2048
    self.remaining = remaining
  }

  /// What is left, in figures: they change a hundred times less often than the clock, and words are made of them then.
  enum Remaining: Equatable {
    case seconds(Int)
    case reps(Int)
    case set(Int, of: Int, reps: Int)
    case hold(set: Int, of: Int, seconds: Int)
    case round(isWork: Bool, Int, of: Int, seconds: Int)
    case circuit(Circuit.Position, seconds: Int)

    /// Whether it is in big digits, with its words below them.
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
  /// `nil` where only the person knows when it ends.
  var progress: WorkoutProgress? {
    // Of each tenth of a second, which is closer than a bar shows it.
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

  /// How far a set of a training plan has come.
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

  /// Whether there is any progress to be shown; a question that the clock has no part in.
  var hasProgress: Bool {
    if set != nil || challenge.intervals != nil { return true }
    if case .hold = challenge.scoring { return false }
    return true
  }
}

extension Circuit.Position {
  /// The station with the reps done there: `sit-ups 2/10`.
  var text: String { "\(station.name) \(completedReps)/\(station.reps)" }
}

extension Duration {
  /// What is left of a time: `1:41 left`.
  var remainingText: String { "\(minutesText) left" }
}
