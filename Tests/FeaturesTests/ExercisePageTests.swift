import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import ReducerTestSupport
import Testing

@testable import Features

@Suite(.checksForLeaks)
@MainActor
struct ExercisePageTests {
  private let history = StrengthHistory.sample("squat", ["100x5 100x5"])

  private func page(
    _ prepare: (inout StrengthClient) -> Void
  ) async -> TestStoreOf<ExercisePage> {
    let store = TestStore(initialState: ExercisePage.State(exercise: "squat")) {
      ExercisePage()
    } withDependencies: {
      prepare(&$0.strength)
    }
    await store.send(.command(.appear))
    return store
  }

  @Test func `a saved rule is shown with its suggestion`() async throws {
    let saved = LockIsolated<[ProgressionRule]>([])
    let store = await page {
      $0.history = { name in .sample(name, ["100x5 100x5"], rule: saved.value.last) }
      $0.saveSettings = { settings, _, name in
        #expect(name == "squat")
        saved.setValue(settings.rule.map { [$0] } ?? [])
      }
    }
    await store.receive(\._internal.historyResponse.success) { $0.history = history }
    await store.send(.view(.editButtonTapped)) {
      $0.destination = .editor(
        ExerciseEditor.State(ExerciseSettings(unit: .kilograms), unit: .kilograms))
    }
    let rule = try ProgressionRule(text: "linear 2x5 +2.5")
    await store.send(
      ._internal(.destination(.presented(.editor(.delegate(.saved(ExerciseSettings(rule: rule)))))))
    ) { $0.isSaving = true }
    await store.receive(\._internal.saveResponse.success) {
      $0.isSaving = false
      $0.destination = nil
      $0.history = .sample("squat", ["100x5 100x5"], rule: rule)
    }
    await store.receive(\.delegate.settingsChanged)
    #expect(store.state.history?.suggestion?.planText == "2x5 @ 102.5kg")
    #expect(saved.value == [rule])
    // The suggestion stays one: a session that is requested has only the exercise's name.
    await store.send(.view(.startButtonTapped))
    await store.receive(\.delegate.workoutRequested, "squat")
    await store.send(.view(.closeButtonTapped))
    await store.receive(\.delegate.closed)
  }

  @Test func `a rule that could not be saved is saved at the next attempt`() async throws {
    let error = Failure(summary: "the disk is full", remedy: "make room", details: "13")
    let rule = try ProgressionRule(text: "double 2x5-8 +2.5")
    let attempts = LockIsolated<[ProgressionRule]>([])
    let history = history
    let store = await page {
      $0.history = { _ in history }
      $0.saveSettings = { settings, _, _ in
        attempts.withValue { $0 += [settings.rule].compactMap(\.self) }
        if attempts.value.count == 1 { throw error }
      }
    }
    await store.receive(\._internal.historyResponse.success) { $0.history = history }
    await store.send(.view(.editButtonTapped)) {
      $0.destination = .editor(
        ExerciseEditor.State(ExerciseSettings(unit: .kilograms), unit: .kilograms))
    }
    await store.send(
      ._internal(.destination(.presented(.editor(.delegate(.saved(ExerciseSettings(rule: rule)))))))
    ) { $0.isSaving = true }
    await store.receive(\._internal.saveResponse.failure) {
      $0.isSaving = false
      $0.unsavedSettings = ExerciseSettings(rule: rule)
      $0.failure = error
      $0.destination = .errorSheet(
        ErrorHandling.State(
          error, dataStatus: "Your sessions and rules are unchanged.", canRetry: true))
    }
    await store.send(._internal(.destination(.presented(.errorSheet(.view(.retryButtonTapped))))))
    await store.receive(\._internal.destination.presented.errorSheet.delegate.retryRequested) {
      $0.destination = nil
      $0.isSaving = true
    }
    await store.receive(\._internal.saveResponse.success) {
      $0.isSaving = false
      $0.unsavedSettings = nil
      $0.failure = nil
    }
    await store.receive(\.delegate.settingsChanged)
    #expect(attempts.value == [rule, rule])
  }

  @Test func `a history that could not be read is read at the next attempt`() async {
    let error = Failure(summary: "the disk is full", remedy: "make room", details: "13")
    let histories = LockIsolated<[StrengthHistory]?>(nil)
    let store = await page {
      $0.history = { _ in
        guard let history = histories.value?.first else { throw error }
        return history
      }
    }
    store.exhaustivity = .off
    await store.receive(\._internal.historyResponse.failure)
    #expect(store.state.failure == error)
    histories.setValue([history])
    await store.send(._internal(.destination(.presented(.errorSheet(.view(.retryButtonTapped))))))
    await store.receive(\._internal.historyResponse.success)
    #expect(store.state.history == history && store.state.failure == nil)
  }

  @Test func `a cancelled form changes nothing`() async {
    let history = history
    let store = await page { $0.history = { _ in history } }
    store.exhaustivity = .off
    await store.receive(\._internal.historyResponse.success)
    await store.send(.view(.editButtonTapped))
    #expect(store.state.isTyping)
    await store.send(
      ._internal(.destination(.presented(.editor(.view(.cancelButtonTapped))))))
    await store.receive(\._internal.destination.presented.editor.delegate.cancelled)
    #expect(!store.state.isTyping && store.state.history == history)
  }
}
