import ReducerRuntime

/// How much a test store insists on.
public enum Exhaustivity: Equatable, Sendable {
  /// Every change of state, every action received and every effect must be asserted.
  case on
  /// Only what is asserted must hold.
  ///
  /// - Parameter showSkippedAssertions: Whether what was not asserted is told, which fails no test.
  case off(showSkippedAssertions: Bool)

  /// Only what is asserted must hold, and the rest is not mentioned.
  public static let off = Exhaustivity.off(showSkippedAssertions: false)
}

extension Exhaustivity {
  /// Fails the test for what was not asserted, tells it, or passes over it.
  func report(_ message: @autoclosure () -> String, at location: IssueLocation) {
    switch self {
    case .on: location.fail(message())
    case .off(showSkippedAssertions: true): location.note(message())
    case .off(showSkippedAssertions: false): break
    }
  }
}

extension IssueLocation {
  /// Reports a failure here.
  func fail(_ message: String) {
    reportIssue(message, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Tells something here that fails no test.
  func note(_ message: String) {
    reportIssue(
      message, severity: .warning, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
