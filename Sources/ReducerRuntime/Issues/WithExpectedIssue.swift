import Synchronization

/// Runs `body` and expects it to report an issue, which is then not reported as a failure.
///
/// ```swift
/// withExpectedIssue { store.send(.timer(.tick)) }  // no timer is there
/// ```
///
/// If `body` reports no issue, that is reported as an issue.
///
/// - Parameters:
///   - message: Why the issue is expected.
///   - isIntermittent: Whether the issue may be missing.
///   - body: The work that is expected to report an issue or to throw an error.
public func withExpectedIssue(
  _ message: String? = nil, isIntermittent: Bool = false,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column,
  _ body: () throws -> Void
) {
  let expected = ExpectedIssue(message, isIntermittent: isIntermittent)
  IssueReporting.withReporter({ _, _ in expected.markReported() }) {
    do { try body() } catch { expected.markReported() }
  }
  expected.check(
    IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Runs asynchronous work and expects it to report an issue, which is then not reported as a failure.
public nonisolated(nonsending) func withExpectedIssue(
  _ message: String? = nil, isIntermittent: Bool = false,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column,
  _ body: nonisolated(nonsending) () async throws -> Void
) async {
  let expected = ExpectedIssue(message, isIntermittent: isIntermittent)
  await IssueReporting.withReporter({ _, _ in expected.markReported() }) {
    do { try await body() } catch { expected.markReported() }
  }
  expected.check(
    IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

private final class ExpectedIssue: Sendable {
  private let message: String?
  private let isIntermittent: Bool
  private let wasReported = Atomic<Bool>(false)

  init(_ message: String?, isIntermittent: Bool) {
    self.message = message
    self.isIntermittent = isIntermittent
  }

  func markReported() { wasReported.store(true, ordering: .relaxed) }

  func check(_ location: IssueLocation) {
    guard !isIntermittent, !wasReported.load(ordering: .relaxed) else { return }
    location.report(
      "An issue was expected, but none was reported" + (message.map { ": \($0)" } ?? "."))
  }
}
