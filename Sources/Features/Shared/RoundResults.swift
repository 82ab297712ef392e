import Models

/// A list of the results of a workout's rounds, with a name: `Rounds`, `14`, `13`, `13 reps`.
struct RoundResults: Equatable {
  let name: String
  let results: [String]

  /// Creates the results of a workout in rounds: the reps of each if the clock or a key ends it, otherwise its time.
  ///
  /// - Returns: `nil` if the challenge has no rounds, or none was started.
  init?(of workout: Workout, _ challenge: Challenge?) {
    guard workout.hasRecordedRepTimes else { return nil }
    guard let challenge, challenge.hasRounds, challenge.routine.distanceText == nil else {
      return nil
    }
    if challenge.routine.isTimed || challenge.routine.isOpenEnded {
      self.init(reps: challenge.routine.repsOfRounds(in: workout))
    } else {
      let results = challenge.routine.results(of: workout)
      let goal = challenge.routine.roundReps.map { "/\($0)" } ?? ""
      self.init(
        rounds: results.rounds.map {
          $0.isSkipped ? "\($0.reps)\(goal) skipped" : $0.duration.minutesText
        }, unfinishedReps: results.unfinishedReps)
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
  ///   - rounds: The time of each finished round, or the reps of a skipped one.
  ///   - unfinishedReps: The reps of the last round, if it is unfinished.
  init?(rounds: [String], unfinishedReps: Int) {
    let rest = unfinishedReps > 0 ? [unfinishedReps.repsText] : []
    guard let first = (rounds + rest).first else { return nil }
    self.init(
      rounds.isEmpty ? [first] : rounds + rest.map { "+ \($0)" }, count: (rounds + rest).count)
  }

  private init(_ results: [String], count: Int) {
    // A single number after "Rounds" would read as the number of rounds.
    name = count == 1 ? "Round 1" : "Rounds"
    self.results = results
  }
}
