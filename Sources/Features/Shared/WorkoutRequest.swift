import Models

/// A workout that the person asks to start on another screen than its own.
public enum WorkoutRequest: Equatable, Sendable {
  /// A challenge, as a race if there is a ghost.
  case challenge(Challenge.ID, Ghost?)
  /// A strength session.
  case strength(StrengthStart)
}
