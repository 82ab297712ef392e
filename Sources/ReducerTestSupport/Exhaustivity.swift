import ReducerRuntime

/// The level of exhaustivity of a test store.
public enum Exhaustivity: Equatable, Sendable {
  /// Every change of state, every action received and every effect must be asserted.
  case on
  /// Only explicit assertions must hold.
  ///
  /// - Parameter showSkippedAssertions: Whether missing assertions are reported as notes, which fail no test.
  case off(showSkippedAssertions: Bool)

  /// Only explicit assertions must hold, and missing ones are not reported.
  public static let off = Exhaustivity.off(showSkippedAssertions: false)
}

extension Exhaustivity {
  /// Reports a missing assertion as a failure or a note, or ignores it.
  func report(_ message: @autoclosure () -> String, at location: IssueLocation) {
    switch self {
    case .on: location.fail(message())
    case .off(showSkippedAssertions: true): location.reportNote(message())
    case .off(showSkippedAssertions: false): break
    }
  }
}

extension IssueLocation {
  /// Reports a failure.
  func fail(_ message: String) {
    reportIssue(message, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Reports a note, which fails no test.
  func reportNote(_ message: String) {
    reportIssue(
      message, severity: .warning, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
