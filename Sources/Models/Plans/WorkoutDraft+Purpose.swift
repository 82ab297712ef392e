extension WorkoutDraft {
  /// The purpose of a workout: its place in a training plan, or the plan of a strength session.
  public enum Purpose: Hashable, Sendable {
    case test
    /// A set of the challenge's training plan. Both numbers are counted from 1.
    case set(Int, ofSession: Int)
    /// A strength session with the sets of a routine.
    case routine(Routine)
  }
}

extension WorkoutDraft.Purpose {
  /// The stored form: `test`, `set 2 of 7`, `routine squat 5x5 @ 100kg`.
  public var text: String {
    switch self {
    case .test: "test"
    case .set(let number, let session): "set \(number) of \(session)"
    case .routine(let routine): "routine \(routine.text)"
    }
  }

  /// Creates a purpose from its stored form; `nil` for any other text.
  public init?(text: String) {
    if text.hasPrefix("routine ") {
      guard let routine = Routine(String(text.dropFirst("routine ".count))) else { return nil }
      self = .routine(routine)
      return
    }
    let words = text.split(separator: " ")
    switch (words.count, words.first) {
    case (1, "test"): self = .test
    case (4, "set"):
      guard let number = Int(words[1]), let session = Int(words[3]) else { return nil }
      self = .set(number, ofSession: session)
    default: return nil
    }
  }
}

extension TrainingPlan {
  /// Returns a set of a session, both counted from 1; `nil` if it doesn't exist.
  public func set(_ number: Int, ofSession session: Int) -> PlannedSet? {
    let sessions = sessions
    guard (1...sessions.count).contains(session) else { return nil }
    let found = sessions[session - 1]
    return (1...found.sets).contains(number) ? PlannedSet(session: found, number: number) : nil
  }
}
