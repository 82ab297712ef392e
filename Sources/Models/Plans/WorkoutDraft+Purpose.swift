extension WorkoutDraft {
  /// The purpose of a workout in a training plan.
  public enum Purpose: Hashable, Sendable {
    case test
    /// A set of the challenge's training plan. Both numbers are counted from 1.
    case set(Int, ofSession: Int)
  }
}

extension WorkoutDraft.Purpose {
  /// The stored form: `test`, `set 2 of 7`.
  public var text: String {
    switch self {
    case .test: "test"
    case .set(let number, let session): "set \(number) of \(session)"
    }
  }

  /// Creates a purpose from its stored form; `nil` for any other text.
  public init?(text: String) {
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
