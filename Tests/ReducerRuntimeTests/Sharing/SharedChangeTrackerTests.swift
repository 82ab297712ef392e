import ReducerRuntime
import ReducerTestSupport
import Testing

/// Tests of changes of shared values by a model that a test asserts without a store.
@Suite(.checksForLeaks)
@MainActor
struct SharedChangeTrackerTests {
  @Test func `a change is expected by assigning it`() {
    @Shared(value: 10) var reps
    let tracker = SharedChangeTracker()
    tracker.track { $reps.withLock { $0 += 1 } }
    #expect(reps == 11)
    #expect(tracker.hasChanges)
    tracker.assert {
      #expect(reps == 10)
      #expect($reps != $reps)
      #expect(diff($reps, $reps) == "- #1 10\n+ #1 11")
      $reps.withLock { $0 = 11 }
      #expect($reps == $reps)
    }
    #expect(!tracker.hasChanges)
  }

  @Test func `a part is expected independently of other parts`() {
    @Shared(value: Plan()) var plan
    let tracker = SharedChangeTracker()
    tracker.track { $plan.isLoud.withLock { $0 = true } }
    tracker.assert {
      #expect($plan.isLoud != $plan.isLoud)
      #expect($plan.isDark == $plan.isDark)
      $plan.isLoud.withLock { $0 = true }
      #expect($plan == $plan)
    }
  }

  @Test func `changes by tasks are tracked, those outside are not`() async {
    @Shared(value: 1) var tracked
    @Shared(value: 1) var other
    let tracker = SharedChangeTracker()
    await tracker.track {
      await Task { [$tracked] in $tracked.withLock { $0 = 2 } }.value
    }
    $other.withLock { $0 = 2 }
    tracker.assert {
      #expect(tracked == 1)
      #expect(other == 2)
    }
    tracker.reset()
    tracker.assert { #expect(tracked == 2) }
  }

  @Test func `a change that is not asserted is reported`() async {
    @Shared(value: 1) var count
    let line = UInt(#line) + 3
    let reported = await reported {
      let tracker = SharedChangeTracker()
      tracker.track { $count.withLock { $0 = 2 } }
    }
    #expect(
      reported == [
        ReportedIssue(message: "Unasserted change of 'Shared<Int>(value: 2)': 1 → 2", line: line)
      ])
  }

  @Test
  func `a value that is expected but did not change is reported where its tracker was created`()
    async
  {
    @Shared(value: 1) var count
    let line = UInt(#line) + 2
    let reported = await reported {
      let tracker = SharedChangeTracker()
      tracker.assert { $count.withLock { $0 = 2 } }
    }
    #expect(reported.map(\.line) == [line])
  }

  @Test func `a tracker may ignore changes that are not asserted`() {
    @Shared(value: 1) var count
    let tracker = SharedChangeTracker(reportUnassertedChanges: false)
    tracker.track { $count.withLock { $0 = 2 } }
    #expect(tracker.hasChanges)
  }
}

private struct Plan: Equatable {
  var isLoud = false
  var isDark = false
}
