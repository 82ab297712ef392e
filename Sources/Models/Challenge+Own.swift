extension Challenge {
  /// A challenge that somebody made.
  public static func own(
    _ id: ID, name: String, kind: Kind, scoring: Scoring, how: [String],
    intervals: IntervalPlan? = nil
  ) -> Challenge {
    let rounds = intervals.map { "\($0.rounds) rounds, \($0.text)" }
    return Challenge(
      id: id, name: name, kind: kind, scoring: scoring,
      summary: "Your own: \(rounds ?? scoring.title).", how: how, intervals: intervals)
  }

  /// The same challenge under another key.
  public func renamed(_ id: ID) -> Challenge {
    Challenge(
      id: id, name: name, kind: kind, scoring: scoring, summary: summary, how: how,
      minimumGap: minimumGap, intervals: intervals, circuit: circuit)
  }
}
