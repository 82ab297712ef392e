import Models

/// How a race stands.
struct Lead: Equatable {
  let reps: Int
  let name: String

  /// `+2 on your best`, `-1 on your best`, `level with your best`.
  var text: String {
    reps == 0 ? "level with \(name)" : "\(reps > 0 ? "+" : "")\(reps) on \(name)"
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
