extension Routine {
  /// Returns whether an exercise is held rather than repeated, by the last words of its name: "side plank", "dead hang".
  ///
  /// It decides about sets until failure only: `plank max` is the longest time, and `push-up max` the most reps.
  static func isHold(_ exercise: String) -> Bool {
    let words = exercise.nameWords
    return holdNames.contains { words.suffix($0.count) == ArraySlice($0) }
  }

  private static let holdNames = [
    "plank", "hold", "hang", "wall sit", "l-sit", "handstand", "headstand",
  ].map(\.nameWords)
}
