import ReducerRuntime
import ReducerTestSupport
import SystemTestSupport
import Testing

/// Tests of random steps with a tree of stores: state is read and changed in place, so each read is compared with a
/// model.
@MainActor
@Suite(.checksForLeaks, .serialized)
struct RandomTreeTests {
  @Test(arguments: TestSize.seeds(test: 3, check: 20, torture: 10))
  func `stores show the same state as a model that ordinary functions change`(seed: UInt64) {
    var step = 0
    // Actions to removed children are reported.
    IssueReporting.withReporter({ _, _ in }) {
      do {
        let run = TreeRun(seed: seed)
        while step < TestSize.choose(test: 100, check: 1_000) {
          step += 1
          try run.step()
        }
      } catch {
        Issue.record("seed \(seed), step \(step): \(error)")
      }
    }
    #expect(CountedToken.liveCount == 0, "seed \(seed)")
  }
}
