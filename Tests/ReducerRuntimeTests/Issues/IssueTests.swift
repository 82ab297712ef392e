import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
struct IssueTests {
  struct Failure: Error {}

  @Test func `an expected issue is not reported`() async {
    withExpectedIssue { reportIssue("It broke") }
    withExpectedIssue { throw Failure() }
    await withExpectedIssue {
      await Task.yield()
      reportIssue(Failure())
    }
    withExpectedIssue(isIntermittent: true) {}
  }

  @Test func `a missing expected issue is reported with its message`() async {
    @Sendable func isMissing(_ issue: Issue) -> Bool {
      issue.comments.contains {
        $0.rawValue.contains("An issue was expected, but none was reported: It should break")
      }
    }
    withKnownIssue {
      withExpectedIssue("It should break") {}
    } matching: {
      isMissing($0)
    }
    await withKnownIssue {
      await withExpectedIssue("It should break") { await Task.yield() }
    } matching: {
      isMissing($0)
    }
  }

  @Test func `an issue fails a test that made no test store`() {
    withKnownIssue { reportIssue("It broke") }
  }

  @Test func `an issue without a complete location fails the test at a valid one`() {
    @Dependency(\.assert) var assert
    assert(true)
    withKnownIssue {
      assert(false)
    } matching: {
      $0.sourceLocation?.line == #line - 2 && $0.sourceLocation?.column == 1
    }
    withKnownIssue {
      reportIssue(fileID: "", filePath: "", line: 0, column: .max)
    } matching: {
      $0.sourceLocation?.line == 1 && $0.sourceLocation?.fileID == "<unknown>/<unknown>"
    }
  }

  @Test func `different values fail the test, and equal values do not`() {
    expectNoDifference([1, 2], [1, 2])
    withExpectedIssue { expectNoDifference([1, 2], [1, 3], "Counting") }
    withExpectedIssue { expectNoDifference(try { throw Failure() }(), 1) }
  }

  @Test func `a wrong expectation of a change fails the test`() {
    var reps = 0
    expectDifference(reps) {
      reps += 2
    } changes: {
      $0 = 2
    }
    withKnownIssue {
      expectDifference(reps) {
        reps += 2
      } changes: {
        $0 = 5
      }
    } matching: {
      $0.description.contains("(− expected, + actual):\n\n  − 5\n  + 4")
    }
  }
}

/// An assertion that knows its caller's file and line only.
private struct Assertion: DependencyKey {
  static let liveValue = Assertion()
  static let testValue = Assertion()

  func callAsFunction(_ condition: Bool, filePath: StaticString = #filePath, line: UInt = #line) {
    guard !condition else { return }
    reportIssue("Assertion failed", fileID: "", filePath: filePath, line: line, column: 0)
  }
}

extension DependencyValues {
  fileprivate var assert: Assertion { self[Assertion.self] }
}
