import Models
import ReducerRuntime
import ReducerTestSupport
import TerminalUI
import Testing

@testable import HistoryFeatures
@testable import SharedFeatures
@testable import TimerFeatures

/// Tests of the note on a workout that has just been saved.
@Suite(.checksForLeaks)
@MainActor
struct WorkoutNoteTests {
  private let memory = MemoryStore()
  private let saved = SavedWorkout(.sample(7), in: .pushUps)
  private var noted: Workout {
    var noted = Workout.sample(0)
    noted.note = WorkoutNote("Slow")
    return noted
  }

  private func timer(
    _ prepare: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<WorkoutTimer> {
    var state = WorkoutTimer.State(challenge: .pushUps)
    state.phase = .saved(.init(saved))
    memory.storage.withLock { $0.finished = [saved.workout] }
    return TestStore(initialState: state) {
      WorkoutTimer()
    } withDependencies: {
      $0.workouts = memory.workouts
      $0.uuid = .incrementing
      prepare(&$0)
    }
  }

  private var form: WorkoutEditor.State {
    WorkoutEditor.State(saved.workout, of: .pushUps, isNoteOnly: true)
  }

  private func finished(_ change: WorkoutTimer.Finished.Change) -> WorkoutTimer.Phase {
    var finished = WorkoutTimer.Finished(saved)
    finished.change = change
    return .saved(finished)
  }

  private func save(_ note: Workout, in store: TestStoreOf<WorkoutTimer>) async {
    await store.send(
      ._internal(.destination(.presented(.noteEditor(.delegate(.saved(note))))))
    ) {
      $0.phase = finished(.note)
    }
  }

  @Test func `a note is added to the saved workout`() async {
    let store = timer()
    await store.send(.view(.noteButtonTapped)) { $0.destination = .noteEditor(form) }
    await save(noted, in: store)
    #expect(store.state.isSaving && store.state.destination != nil)
    await store.receive(\._internal.noteResponse.success) {
      $0.destination = nil
      $0.phase = .saved(.init(SavedWorkout(noted, in: .pushUps)))
    }
    #expect(memory.storage.withLock { $0.finished } == [noted])
    #expect(!store.state.isSaving)
  }

  @Test func `leaving the form changes nothing`() async {
    let store = timer()
    await store.send(.view(.noteButtonTapped)) { $0.destination = .noteEditor(form) }
    await store.send(._internal(.destination(.presented(.noteEditor(.view(.cancelButtonTapped))))))
    await store.receive(\._internal.destination.noteEditor.delegate.cancelled) {
      $0.destination = nil
    }
    #expect(memory.storage.withLock { $0.finished } == [saved.workout])
  }

  @Test func `the form stays open while a note is written`() async {
    let store = timer { $0.workouts.correct = { _, _, _ in try await Task.never() } }
    await store.send(.view(.noteButtonTapped)) { $0.destination = .noteEditor(form) }
    await save(noted, in: store)
    await store.send(._internal(.destination(.presented(.noteEditor(.delegate(.saved(noted)))))))
    await store.send(._internal(.destination(.presented(.noteEditor(.delegate(.cancelled))))))
    await store.skipInFlightEffects()
  }

  @Test func `a failure to write a note is explained, and a retry needs no typing`() async {
    let shouldFail = LockIsolated(true)
    let store = timer {
      $0.workouts.correct = { _, _, _ in if shouldFail.value { throw SampleError() } }
    }
    await store.send(.view(.noteButtonTapped)) { $0.destination = .noteEditor(form) }
    await save(noted, in: store)
    await store.receive(\._internal.noteResponse.failure) {
      $0.phase = finished(.failedNote(noted))
      $0.errorSheet = ErrorHandling.State(
        Failure(SampleError()),
        dataStatus: "The workout is saved, and the note is still in the form.",
        canRetry: true)
    }
    shouldFail.setValue(false)
    await store.send(._internal(.errorSheet(.presented(.view(.retryButtonTapped)))))
    await store.receive(\._internal.errorSheet.delegate.retryRequested) {
      $0.errorSheet = nil
      $0.phase = finished(.note)
    }
    await store.receive(\._internal.noteResponse.success) {
      $0.destination = nil
      $0.phase = .saved(.init(SavedWorkout(noted, in: .pushUps)))
    }
  }

  @Test func `there is no note before a workout is saved`() async {
    let store = TestStore(initialState: WorkoutTimer.State(challenge: .pushUps)) { WorkoutTimer() }
    await store.send(.view(.noteButtonTapped))
  }

  // MARK: - On the screen

  /// Returns an app that shows a saved set of a training plan. On that screen, letters are also keys for commands.
  private func appWithSavedSet() -> VirtualApp {
    let app = VirtualApp { $0.uuid = .incrementing }
    app.press(.enter, "t", "s", .space, .space, .space, .space, "s")
    app.settle()
    app.press(.escape, "n", "s", .space, "s")
    app.settle()
    #expect(app.shows("Set 1 of"))
    return app
  }

  @Test func `letters typed in the form are not commands`() {
    let app = appWithSavedSet()
    app.press("e")
    for key in ["s", "n", "q", "1", "?", .space, .tab, .tab, .tab, "r", "e"] as [Key] {
      app.press(key)
    }
    #expect(app.shows("> Note    snq1? re"))
    app.press(.enter)
    app.settle()
    #expect(app.shows("Saved") && app.shows("Note: snq1? re"))
    app.press("e", .backspace, .escape)
    #expect(app.shows("Note: snq1? re"))
  }

  @Test func `the effort and the weight are typed below the note`() {
    let app = appWithSavedSet()
    app.press("e", "x", .down)
    for key in ["7", ".", "5"] as [Key] { app.press(key) }
    app.press(.down)
    for key in ["1", "8", "0", "l", "b"] as [Key] { app.press(key) }
    app.press(.enter)
    app.settle()
    #expect(app.shows("RPE 7.5  body weight 180lb") && app.shows("Note: x"))
    let figures = app.memory.storage.withLock { $0.finished.last?.figures }
    #expect(figures?.effort?.value == 7.5 && figures?.bodyWeight?.text == "180lb")
  }

  @Test func `a long note can be pasted`() {
    let app = appWithSavedSet()
    app.press("e")
    app.send(.paste(String(repeating: "a note ", count: 20)))
    app.press(.enter)
    app.settle()
    #expect(app.memory.storage.withLock { $0.finished.last?.note?.text.count } == 139)
  }
}
