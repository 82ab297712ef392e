import Models

/// The pause before the next set.
public enum Rest: Equatable, Sendable {
  /// It is over when the clock shows `end`.
  case resting(end: Duration, remaining: Int)
  case over

  var isResting: Bool { if case .resting = self { true } else { false } }

  /// `Rest 0:42`, `The rest is over`.
  var text: String {
    switch self {
    case .resting(_, let remaining): "Rest \(Self.time(remaining))"
    case .over: "Rest is over"
    }
  }

  /// The seconds that are left, as every screen shows them.
  static func time(_ remaining: Int) -> String { Duration.seconds(remaining).minutesText }
}

/// A wish of a set's screen about the rest.
public enum RestRequest: Equatable, Sendable {
  /// A set of the challenge is done.
  case start(Challenge, seconds: Int)
  /// The next set begins, or the person skips the rest.
  case end
}
