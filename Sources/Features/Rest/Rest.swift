import Models

/// The state of the rest before the next set.
public enum Rest: Equatable, Sendable {
  /// Resting until the clock shows `end`.
  case resting(end: Duration, remaining: Int)
  case over

  var isResting: Bool { if case .resting = self { true } else { false } }

  /// The rest as text: `Rest 0:42`, `Rest is over`.
  var text: String {
    switch self {
    case .resting(_, let remaining): "Rest \(Self.time(remaining))"
    case .over: "Rest is over"
    }
  }

  /// Returns remaining seconds as text: `0:42`.
  static func time(_ remaining: Int) -> String { Duration.seconds(remaining).minutesText }
}

/// A request from a workout's screen to start or end the rest.
public enum RestRequest: Equatable, Sendable {
  /// Start a rest, because a set was saved.
  ///
  /// - Parameters:
  ///   - challenge: The challenge of the set.
  ///   - next: The name of what comes after the rest.
  case start(Challenge.ID, next: String, seconds: Int)
  /// End the rest, because the next set starts or the person skips it.
  case end
}
