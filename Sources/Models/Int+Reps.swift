extension Int {
  /// So many reps, in words: `1 rep`, `12 reps`.
  public var repsText: String { self == 1 ? "1 rep" : "\(self) reps" }
}
