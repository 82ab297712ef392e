import Models
import TerminalUI

extension Challenge {
  /// Returns the result of each round of a workout: `12` for reps, `0:48` for a time, `7/30 skipped` for a skipped round, and
  /// `+ 12 reps` for the round in which it ended.
  ///
  /// - Returns: `nil` if no round was finished or skipped, or if the times of the reps weren't recorded.
  @MainActor
  func roundTexts(of workout: Workout) -> [String]? {
    guard workout.hasRecordedRepTimes else { return nil }
    if let intervals { return intervals.reps(in: workout.log).map { "\($0)" } }
    guard let circuit else { return nil }
    let rounds = circuit.rounds(in: workout.log, skips: workout.skips)
    guard !rounds.isEmpty else { return nil }
    let rest = workout.reps - rounds.reduce(0) { $0 + $1.reps }
    return rounds.map { round in
      round.isSkipped ? "\(round.reps)/\(circuit.reps) skipped" : round.duration.minutesText
    } + (rest > 0 ? ["+ \(rest.repsText)"] : [])
  }
}
