extension Routine {
  /// Returns whether an exercise is held rather than repeated, by the last words of its name: "side plank", "dead hang".
  ///
  /// It decides about sets until failure: `plank max` is the longest time, and `push-up max` the most reps.
  static func isHold(_ exercise: String) -> Bool {
    let words = exercise.nameWords
    return holdNames.contains { words.suffix($0.count) == ArraySlice($0) }
  }

  private static let holdNames = [
    "plank", "hold", "hang", "wall sit", "l-sit", "handstand", "headstand",
  ].map(\.nameWords)
}

extension Routine {
  /// Whether the clock ends all sets, and nobody counts reps in them: `3x(plank 30s, rest 10s)`, `run 30:00`.
  public var isUncounted: Bool {
    timeLimit != nil && exercises.allSatisfy { Self.isHold($0) || !Sport.sports(of: $0).isEmpty }
  }
}
