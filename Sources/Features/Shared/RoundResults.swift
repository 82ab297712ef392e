import Models

/// The results of the rounds of a workout and their name: `Rounds`, `14`, `13`, `13 reps`.
struct RoundResults: Equatable {
  let name: String
  let results: [String]

  /// Creates the results of a workout in rounds: the reps of each interval, or the times of a circuit.
  ///
  /// - Returns: `nil` if the challenge has no rounds, or none was begun.
  init?(of workout: Workout, _ challenge: Challenge?) {
    if let intervals = challenge?.intervals {
      self.init(reps: intervals.reps(in: workout.log))
    } else if let circuit = challenge?.circuit {
      self.init(
        times: circuit.rounds(in: workout.log), unfinishedReps: workout.reps % circuit.reps)
    } else {
      return nil
    }
  }

  /// Creates the results of interval rounds.
  ///
  /// - Parameter reps: The reps of each round.
  init?(reps: [Int]) {
    guard let last = reps.last else { return nil }
    let numbers = reps.dropLast().map { "\($0)" } + [last.repsText]
    self.init(numbers, count: reps.count)
  }

  /// Creates the results of rounds for time.
  ///
  /// - Parameters:
  ///   - times: The time of each whole round.
  ///   - unfinishedReps: The reps of the round that was begun last and not finished.
  init?(times: [Duration], unfinishedReps: Int) {
    let rest = unfinishedReps > 0 ? [unfinishedReps.repsText] : []
    let whole = times.map(\.minutesText)
    guard let first = (whole + rest).first else { return nil }
    self.init(
      whole.isEmpty ? [first] : whole + rest.map { "+ \($0)" }, count: (whole + rest).count)
  }

  private init(_ results: [String], count: Int) {
    // One number after "Rounds" would be taken for the number of rounds.
    name = count == 1 ? "Round 1" : "Rounds"
    self.results = results
  }
}
