// A benchmark is linked with Swift's static libraries, among which the test libraries are not: there issues go where those
// of a program go.
#if canImport(Testing)

import ReducerRuntime
import Testing
import XCTest

/// Makes the runtime's issues failures of the running test.
enum TestIssues {
  static func install() {
    _ = installed
    _ = scopes
  }

  /// Gives each test shared values of its own, and defaults of dependencies.
  private static let scopes: Void = installTestScopes {
    guard let test = Test.current else { return RunningXCTest.name }
    guard let testCase = Test.Case.current, testCase.isParameterized else { return "\(test.id)" }
    return "\(test.id) \(testCase)"
  }

  private static let installed: Void = {
    RunningXCTest.observe()
    IssueReporting.install { message, location in
      if Test.current == nil, RunningXCTest.name != nil {
        XCTFail(message, file: location.filePath, line: location.line)
      } else {
        record(message, .error, at: location)
      }
    }
    IssueReporting.installForWarnings { message, location in
      // XCTest knows failures only.
      if Test.current == nil {
        IssueReporting.writeLine(message, location)
      } else {
        record(message, .warning, at: location)
      }
    }
  }()

  private static func record(
    _ message: String, _ severity: Issue.Severity, at location: IssueLocation
  ) {
    Issue.record(
      Comment(rawValue: message), severity: severity,
      sourceLocation: SourceLocation(
        fileID: "\(location.fileID)", filePath: "\(location.filePath)",
        line: Int(location.line), column: Int(location.column)))
  }
}

#else

enum TestIssues {
  static func install() {}
}

#endif
