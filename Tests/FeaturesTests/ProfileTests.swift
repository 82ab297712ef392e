import Models
import ReducerRuntime
import ReducerTestSupport
import Testing

@testable import Features

@MainActor
struct ProfileTests {
  @Test func `appearing loads your workouts, newest first`() async {
    let memory = MemoryStore()
    memory.kept.withLock { $0.finished = [.sample(1), .sample(2)] }
    let store = TestStore(initialState: Profile.State(name: "Ann", catalogue: .sample)) {
      Profile()
    } withDependencies: {
      $0.beeps = memory.beeps
      $0.workouts = memory.workouts
    }
    await store.send(.onAppear) { $0.isLoading = true }
    await store.receive(\.historyResponse.success) {
      $0.isLoading = false
      $0.hasMorePages = false
      $0.workouts = [.sample(2), .sample(1)]
    }
  }

  @Test func `a history that cannot be read is told`() async {
    let store = TestStore(initialState: Profile.State(name: "Ann", catalogue: .sample)) {
      Profile()
    } withDependencies: {
      $0.workouts.history = { _, _, _ in throw SampleError() }
    }
    await store.send(.onAppear) { $0.isLoading = true }
    await store.receive(\.historyResponse.failure) {
      $0.isLoading = false
      $0.failure = Failure(SampleError())
    }
  }
}
