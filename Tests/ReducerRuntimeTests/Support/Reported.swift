import ReducerRuntime
import Synchronization

/// An issue that a test expects.
struct ReportedIssue: Equatable {
  var message: String
  var line: UInt
}

/// Returns the issues that `operation` reports, without failing the test.
@MainActor
func reported(
  by operation: @MainActor () async throws -> Void
) async rethrows -> [ReportedIssue] {
  let found = Mutex<[ReportedIssue]>([])
  let report: IssueReporting.Reporter = { message, location in
    found.withLock { $0.append(ReportedIssue(message: message, line: location.line)) }
  }
  try await IssueReporting.withReporter(report) { try await operation() }
  return found.withLock { $0 }
}
