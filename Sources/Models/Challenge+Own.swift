extension Challenge {
  /// A challenge that somebody made.
  public static func own(
    _ id: ID, name: String, kind: Kind, scoring: Scoring, how: [String]
  ) -> Challenge {
    Challenge(
      id: id, name: name, kind: kind, scoring: scoring, summary: "Your own: \(scoring.title).",
      how: how)
  }

  /// The same challenge under another key.
  public func renamed(_ id: ID) -> Challenge {
    Challenge(
      id: id, name: name, kind: kind, scoring: scoring, summary: summary, how: how,
      minimumGap: minimumGap)
  }
}
