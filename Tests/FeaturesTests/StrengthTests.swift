import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import ReducerTestSupport
import Testing

@testable import Features

@Suite(.checksForLeaks)
@MainActor
struct StrengthTests {
  private let exercises = [
    StrengthHistory.sample("squat", ["100x5 100x5"]), .sample("dip", ["x12"]),
  ].compactMap(StrengthExercise.init)

  private func list(
    _ prepare: (inout StrengthClient) -> Void
  ) async -> TestStoreOf<Exercises> {
    let store = TestStore(initialState: Exercises.State()) {
      Exercises()
    } withDependencies: {
      prepare(&$0.strength)
    }
    await store.send(.command(.appear)) { $0.isLoading = true }
    return store
  }

  @Test func `the exercises are listed and a session of the selected one is requested`() async {
    let store = await list { $0.exercises = { exercises } }
    await store.receive(\._internal.exercisesResponse.success) {
      $0.isLoading = false
      $0.exercises = exercises
    }
    await store.send(.view(.selectionMoved(by: 1))) { $0.selection = 1 }
    await store.send(.view(.selectionMoved(by: 1)))
    await store.send(.view(.startButtonTapped))
    await store.receive(\.delegate.workoutRequested, "dip")
    await store.send(.view(.closeButtonTapped))
    await store.receive(\.delegate.closed)
  }

  @Test func `without exercises a session without one is requested`() async {
    let store = await list { $0.exercises = { [] } }
    await store.receive(\._internal.exercisesResponse.success) { $0.isLoading = false }
    await store.send(.view(.openButtonTapped))
    await store.send(.view(.startButtonTapped))
    await store.receive(\.delegate.workoutRequested, nil)
  }

  @Test func `the selected exercise stays selected when the list changes`() async {
    let (first, second) = (exercises, Array(exercises.reversed()))
    let list = LockIsolated(first)
    let store = await self.list { $0.exercises = { list.value } }
    store.exhaustivity = .off
    await store.receive(\._internal.exercisesResponse.success)
    list.setValue(second)
    await store.send(.command(.appear))
    await store.receive(\._internal.exercisesResponse.success)
    #expect(store.state.selection == 1 && store.state.selectedExercise?.name == "squat")
    list.setValue([])
    await store.send(.command(.appear))
    await store.receive(\._internal.exercisesResponse.success)
    #expect(store.state.selection == 0 && store.state.selectedExercise == nil)
  }

  @Test func `a failure is explained and the list read again`() async {
    let error = Failure(summary: "the disk is full", remedy: "make room", details: "13")
    let list = LockIsolated<[StrengthExercise]?>(nil)
    let store = await self.list {
      $0.exercises = {
        guard let exercises = list.value else { throw error }
        return exercises
      }
    }
    await store.receive(\._internal.exercisesResponse.failure) {
      $0.isLoading = false
      $0.failure = error
      $0.destination = .errorSheet(
        ErrorHandling.State(error, dataStatus: "Your sessions are unchanged.", canRetry: true))
    }
    list.setValue(exercises)
    await store.send(._internal(.destination(.presented(.errorSheet(.view(.retryButtonTapped))))))
    await store.receive(\._internal.destination.presented.errorSheet.delegate.retryRequested) {
      $0.destination = nil
      $0.isLoading = true
    }
    await store.receive(\._internal.exercisesResponse.success) {
      $0.isLoading = false
      $0.failure = nil
      $0.exercises = exercises
    }
  }

  @Test func `a changed rule is read again in the list`() async throws {
    let rule = try ProgressionRule(text: "linear 2x5 +2.5")
    let list = LockIsolated(exercises)
    let history = StrengthHistory.sample("squat", ["100x5 100x5"])
    let changed = StrengthHistory.sample("squat", ["100x5 100x5"], rule: rule)
    let store = await self.list {
      $0.exercises = { list.value }
      $0.history = { _ in list.value.first?.rule == nil ? history : changed }
      $0.saveSettings = { _, _, _ in list.setValue([changed].compactMap(StrengthExercise.init)) }
    }
    store.exhaustivity = .off
    await store.receive(\._internal.exercisesResponse.success)
    await store.send(.view(.openButtonTapped))
    await store.receive(\._internal.destination.presented.page._internal.historyResponse.success)
    #expect(store.state.destination?.page?.history == history)
    func send(_ action: ExercisePage.Action) async {
      await store.send(._internal(.destination(.presented(.page(action)))))
    }
    await send(.view(.editButtonTapped))
    #expect(store.state.isTyping)
    await send(
      ._internal(.destination(.presented(.editor(.delegate(.saved(ExerciseSettings(rule: rule)))))))
    )
    await store.receive(\._internal.exercisesResponse.success)
    #expect(store.state.exercises.map(\.rule) == [rule])
    await send(.view(.startButtonTapped))
    await store.receive(\.delegate.workoutRequested, "squat")
    await send(.view(.closeButtonTapped))
    await store.receive(\._internal.destination.presented.page.delegate.closed)
    #expect(store.state.destination == nil)
  }
}
