/// How much a test store insists on.
public enum Exhaustivity: Equatable, Sendable {
  /// Every change of state, every action received and every effect must be asserted.
  case on
  /// Only what is asserted must hold.
  ///
  /// - Parameter showSkippedAssertions: Whether what was not asserted is printed.
  case off(showSkippedAssertions: Bool)

  /// Only what is asserted must hold, and the rest is not mentioned.
  public static let off = Exhaustivity.off(showSkippedAssertions: false)
}
