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

  /// Gives each test shared values of its own.
  private static let scopes: Void = installTestScopes {
    Test.current.map { "\($0.id) \(Test.Case.current.map { "\($0)" } ?? "")" }
  }

  private static let installed: Void = IssueReporting.install { message, location in
    if Test.current != nil {
      Issue.record(
        Comment(rawValue: message),
        sourceLocation: SourceLocation(
          fileID: "\(location.fileID)", filePath: "\(location.filePath)",
          line: Int(location.line), column: Int(location.column)))
    } else {
      XCTFail(message, file: location.filePath, line: location.line)
    }
  }
}

#else

enum TestIssues {
  static func install() {}
}

#endif
