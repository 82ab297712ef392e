/// What becomes of a workout that is taken up again.
public enum Resumption: Equatable, Sendable {
  /// Its clock goes on from what was stored.
  case running
  /// It waits for the person to go on.
  case paused
  /// It is finished as it stands.
  case saved
  case discarded
}
