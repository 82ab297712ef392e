import Models
import ReducerRuntime
import ReducerTestSupport
import Testing

@testable import Features

@MainActor
struct WorkoutsTests {
  let memory = MemoryStore()

  func workouts(
    _ prepare: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<Workouts> {
    TestStore(initialState: Workouts.State(catalogue: .sample)) {
      Workouts()
    } withDependencies: {
      $0.beeps = memory.beeps
      $0.workouts = memory.workouts
      prepare(&$0)
    }
  }

  @Test func `appearing loads the best in each challenge that was done`() async {
    memory.kept.withLock { $0.finished = [.sample()] }
    let store = workouts()
    await store.send(.onAppear)
    await store.receive(\.bestsResponse.success) {
      $0.bests = ["pushups-2min": Workout.sample().score(by: Challenge.pushUps.scoring)!]
    }
  }

  @Test func `bests that cannot be read are told`() async {
    let store = workouts { $0.workouts.best = { _ in throw SampleError() } }
    await store.send(.onAppear)
    await store.receive(\.bestsResponse.failure) { $0.failure = Failure(SampleError()) }
  }

  @Test func `the selection stops at both ends`() async {
    let store = workouts()
    await store.send(.selectionMoved(by: -1))
    await store.send(.selectionMoved(by: 1)) { $0.selection = 1 }
    await store.send(.selectionMoved(by: .max)) { $0.selection = 2 }
    await store.send(.selectionMoved(by: 1))
    await store.send(.selectionMoved(by: .min)) { $0.selection = 0 }
  }

  @Test func `opening and closing a challenge`() async {
    let store = workouts()
    await store.send(.openButtonTapped) {
      $0.detail = ChallengeDetail.State(challenge: store.state.catalogue.challenges[0])
    }
    await store.receive(\.detail.onAppear)
    await store.receive(\.detail.resultsResponse.success) {
      $0.detail?.results = ChallengeDetail.Results(best: nil, last: nil, participantCount: 0)
    }
    await store.send(.detail(.presented(.closeButtonTapped)))
    await store.receive(\.detail.delegate.closed) { $0.detail = nil }
  }
}
