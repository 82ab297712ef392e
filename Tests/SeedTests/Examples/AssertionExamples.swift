import ReducerRuntime
import ReducerTestSupport
import Testing

/// Examples of assertions that a test can expect to fail, and of work that is not awaited.
@Suite(.checksForLeaks)
struct AssertionExamples {
  @Test func `a set without reps is an error of the program`() {
    let log = SetLog()
    withExpectedIssue { log.add(reps: 0) }
    withExpectedIssue { log.add(reps: -1) }
    withExpectedIssue { log.add(reps: 5_000) }
    log.add(reps: 12)
  }

  @Test func `a program may replace an assertion`() {
    let messages = LockIsolated<[String]>([])
    withDependencies {
      $0.assert = AnyAssertionEffect { condition, message, _, _ in
        guard !condition() else { return }
        messages.withValue { [message = message()] in $0.append(message) }
      }
    } operation: {
      SetLog().add(reps: 0)
    }
    #expect(messages.value == ["A set has reps"])
  }

  @Test func `a test waits for an upload that the program only starts`() async {
    let uploads = LockIsolated(0)
    @Dependency(\.fireAndForget) var fireAndForget: FireAndForget
    await fireAndForget(priority: .background) { uploads.withValue { $0 += 1 } }
    #expect(uploads.value == 1)
  }
}

private struct SetLog {
  @Dependency(\.assert) var assert: any AssertionEffect
  @Dependency(\.assertionFailure) var assertionFailure: any AssertionFailureEffect
  @Dependency(\.precondition) var precondition

  func add(reps: Int) {
    assert(reps != 0, "A set has reps")
    precondition(reps >= 0, "Reps are not negative")
    if reps > 1_000 { assertionFailure("\(reps) reps in one set") }
  }
}
