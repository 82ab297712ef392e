import ReducerRuntime
import Synchronization

/// An issue that a test expected.
struct ReportedIssue: Equatable {
  var message: String
  var line: UInt
}

/// The issues that `operation` reports; the test does not fail for them.
@MainActor
func reported(
  by operation: @MainActor () async throws -> Void
) async rethrows -> [ReportedIssue] {
  let found = Mutex<[ReportedIssue]>([])
  try await IssueReporting.$current.withValue({ message, location in
    found.withLock { $0.append(ReportedIssue(message: message, line: location.line)) }
  }) {
    try await operation()
  }
  return found.withLock { $0 }
}
