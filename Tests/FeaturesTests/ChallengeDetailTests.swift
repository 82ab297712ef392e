import Clients
import Models
import ReducerRuntime
import ReducerTestSupport
import Testing

@testable import CatalogueFeatures
@testable import SharedFeatures

@Suite(.checksForLeaks)
@MainActor
struct ChallengeDetailTests {
  let clock = TestClock()
  let memory = MemoryStore()

  func detail(
    _ prepare: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<ChallengeDetail> {
    TestStore(initialState: ChallengeDetail.State(challenge: .pushUps)) {
      ChallengeDetail()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date = .constant(.monday)
      $0.uuid = .incrementing
      $0.cues = memory.cues
      $0.workouts = memory.workouts
      prepare(&$0)
    }
  }

  @Test func `a failure to read results is shown`() async {
    let store = detail { $0.workouts.best = { _ in throw SampleError() } }
    await store.send(.command(.appear))
    await store.receive(\._internal.plan.command.appear)
    await store.receive(\._internal.plan._internal.plansResponse.success) {
      $0.plan.today = .monday
    }
    await store.receive(\._internal.resultsResponse.failure) {
      $0.failure = Failure(SampleError())
      $0.errorSheet = ErrorHandling.State(
        Failure(SampleError()),
        dataStatus: "Your workouts are unchanged, and you can still start one.", canRetry: true)
    }
  }
}
