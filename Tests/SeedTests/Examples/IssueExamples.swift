import ReducerRuntime
import ReducerTestSupport
import Testing

/// Examples of reported issues: a test fails, a running app continues.
@Suite(.checksForLeaks)
struct IssueExamples {
  @Test func `a workout that cannot be saved is reported, and the app continues`() {
    let issues = LockIsolated<[String]>([])
    let reporter: IssueReporting.Reporter = { message, location in
      issues.withValue { $0.append("\(location.fileID): \(message)") }
    }
    IssueReporting.withReporter(reporter) {
      #expect(withErrorReporting("Saving a workout") { try save(reps: 0) } == nil)
      #expect(withErrorReporting { try save(reps: 12) } == 1)
    }
    #expect(
      issues.value == [
        "SeedTests/IssueExamples.swift: Caught error: noReps: Saving a workout"
      ])
  }

  @Test func `a test expects an issue`() {
    withExpectedIssue("A set of no reps is a mistake") {
      _ = pace(seconds: 60, reps: 0)
    }
    #expect(pace(seconds: 60, reps: 30) == 2)
  }

  @Test func `a warning does not fail a test`() {
    let warnings = LockIsolated(0)
    IssueReporting.withReporter({ _, _ in warnings.withValue { $0 += 1 } }) {
      warnOfLongSet(reps: 500)
      warnOfLongSet(reps: 50)
    }
    #expect(warnings.value == 1)
  }

  private enum SaveError: Error { case noReps }

  /// - Returns: The number of workouts that were saved.
  private func save(reps: Int) throws -> Int {
    guard reps > 0 else { throw SaveError.noReps }
    return 1
  }

  private func pace(seconds: Int, reps: Int) -> Int {
    guard reps > 0 else {
      reportIssue("A pace needs reps")
      return 0
    }
    return seconds / reps
  }

  private func warnOfLongSet(reps: Int) {
    let severity = IssueSeverity.warning
    if reps > 100 { reportIssue("\(reps) reps in one set", severity: severity) }
  }
}
