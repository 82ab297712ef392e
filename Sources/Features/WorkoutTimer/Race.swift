import Models
import ReducerRuntime
import TerminalUI

/// The lead or deficit in a race that is under way.
struct Lead: Equatable {
  let reps: Int
  let name: String

  /// The lead as text: `2 ahead of your best`, `1 behind your best`, `level with your best`.
  var text: String {
    reps == 0 ? "level with \(name)" : "\(abs(reps)) \(reps > 0 ? "ahead of" : "behind") \(name)"
  }
}

extension WorkoutTimer.State {
  /// Whether a race is under way.
  var isRacing: Bool { ghost != nil && isUnderWay }

  /// The lead as of the last tick; `nil` if no race is under way.
  var lead: Lead? {
    guard let ghost, isUnderWay else { return nil }
    return Lead(reps: ghost.lead(of: log.count, at: elapsedTime), name: ghost.name)
  }
}

/// The current lead of a running workout.
struct RaceView: RetainedView {
  let store: StoreOf<WorkoutTimer>

  var body: some View { LeadView(lead: store.lead) }
}

/// A lead in words, in green when ahead and in the warning color when behind.
struct LeadView: RetainedView {
  let lead: Lead?

  var body: some View {
    if let lead { Text(lead.text).style(lead.reps < 0 ? .warning : .good) }
  }
}

extension Ghost {
  /// Returns the result of a race against this ghost: `3 reps ahead of Bo`, `00:01.20 behind your best`.
  ///
  /// Times are compared if the challenge is scored by time and both completed it, and reps otherwise.
  func result(of workout: Workout, in challenge: Challenge) -> RaceResult {
    if let lead = leadTime(of: workout, in: challenge) {
      let margin = Duration.milliseconds(lead.magnitude)
      return RaceResult(isWon: lead > 0, isLost: lead < 0, margin: margin.clockText, name: name)
    }
    let lead = workout.log.count - log.count
    let reps = abs(lead).repsText
    return RaceResult(isWon: lead > 0, isLost: lead < 0, margin: reps, name: name)
  }

  /// Returns the milliseconds by which a workout was completed before the ghost.
  ///
  /// - Returns: `nil` if one of them wasn't, or if the time isn't the score.
  private func leadTime(of workout: Workout, in challenge: Challenge) -> Int64? {
    guard
      challenge.scoring.repGoal != nil, let score = challenge.score(of: workout), score.isComplete,
      let ghost = challenge.score(of: log, skips: skips, duration: RepLog.maxInstant),
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
    guard case .saved(let saved) = phase, let ghost else { return nil }
    return ghost.result(of: saved.workout, in: challenge)
  }
}
