// A benchmark is linked with Swift's static libraries, which do not include the test libraries. There, issues are
// reported as in any other program.
#if canImport(Testing)

import ReducerRuntime
import Testing
import XCTest

/// A reporter that turns the runtime's issues into failures of the running test.
enum TestIssues {
  static func install() {
    _ = installed
    _ = scopes
  }

  /// A reporter that fails XCTest's current test; `nil` outside XCTest. Swift Testing finds the test of an issue by a
  /// task local.
  static var reporterForCurrentTest: IssueReporting.Reporter? {
    Test.current == nil ? RunningXCTest.reporter : nil
  }

  /// Runs `operation` when XCTest's current test ends. Swift Testing has no such hook.
  static func atEndOfCurrentTest(_ operation: @escaping @MainActor @Sendable () -> Void) {
    if Test.current == nil { RunningXCTest.atEnd(operation) }
  }

  /// Isolates the shared values and dependency defaults of each test.
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
      // XCTest has failures only.
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

import ReducerRuntime

enum TestIssues {
  static var reporterForCurrentTest: IssueReporting.Reporter? { nil }
  static func atEndOfCurrentTest(_ operation: @escaping @MainActor @Sendable () -> Void) {}
  static func install() {}
}

#endif
