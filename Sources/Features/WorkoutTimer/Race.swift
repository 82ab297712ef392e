import Models
import ReducerRuntime
import TerminalUI

/// How a race stands.
struct Lead: Equatable {
  let reps: Int
  let name: String

  /// `2 ahead of your best`, `1 behind your best`, `level with your best`.
  var text: String {
    reps == 0 ? "level with \(name)" : "\(abs(reps)) \(reps > 0 ? "ahead of" : "behind") \(name)"
  }
}

extension WorkoutTimer.State {
  /// Whether there is a race.
  var isRacing: Bool { ghost != nil && isUnderWay }

  /// How the race stands at the last look at the clock, where there is one.
  var lead: Lead? {
    guard let ghost, isUnderWay else { return nil }
    return Lead(reps: ghost.lead(of: repCount, at: elapsedTime), name: ghost.name)
  }
}

/// How the race stands at this moment.
struct RaceView: RetainedView {
  let store: StoreOf<WorkoutTimer>

  var body: some View { LeadView(lead: store.lead) }
}

/// The state of a race in words, and in a color that repeats them.
struct LeadView: RetainedView {
  let lead: Lead?

  var body: some View {
    if let lead { Text(lead.text).style(lead.reps < 0 ? .warning : .good) }
  }
}

extension Ghost {
  /// How a race against this ghost ended: `3 reps ahead of Bo`, `00:01.20 behind your best`.
  ///
  /// By the time it took where both did what was to be done, and by the reps everywhere else.
  func result(of log: RepLog, scoring: Challenge.Scoring) -> RaceResult {
    if case .time(let goal) = scoring, let lead = leadTime(of: log, over: goal) {
      let margin = Duration.milliseconds(lead.magnitude)
      return RaceResult(isWon: lead > 0, isLost: lead < 0, margin: margin.clockText, name: name)
    }
    let lead = log.count - self.log.count
    let reps = abs(lead).repsText
    return RaceResult(isWon: lead > 0, isLost: lead < 0, margin: reps, name: name)
  }

  /// How much sooner the last rep of `goal` came, in milliseconds; `nil` where one of the two did not get so far.
  private func leadTime(of log: RepLog, over goal: Int) -> Int64? {
    guard goal > 0, log.count >= goal, self.log.count >= goal else { return nil }
    return Int64(self.log.milliseconds[goal - 1]) - Int64(log.milliseconds[goal - 1])
  }
}

/// How a race ended.
struct RaceResult: Equatable {
  let isWon: Bool
  let isLost: Bool
  /// By how much, as the screen says it.
  let margin: String
  let name: String

  var text: String {
    if isWon { return "\(margin) ahead of \(name)" }
    return isLost ? "\(margin) behind \(name)" : "Level with \(name)"
  }
}

extension WorkoutTimer.State {
  /// How the race ended, where there was one and it is over.
  var raceResult: RaceResult? {
    guard isSaved, let ghost else { return nil }
    return ghost.result(of: log, scoring: challenge.scoring)
  }
}
