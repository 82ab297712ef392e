import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import ReducerTestSupport
import Testing

@testable import HistoryFeatures
@testable import SharedFeatures
@testable import TerminalUI

@Suite(.checksForLeaks)
@MainActor
struct ExercisesTests {
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

  @Test func `if there are no exercises, a session without an exercise is requested`() async {
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

  @Test func `a failure is explained, and a retry reads the list`() async {
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

  @Test func `the list is read again after a rule has changed`() async throws {
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

// MARK: - An exercise's page

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
}

// MARK: - Figures

/// Tests of the lists and charts of an exercise as text.
@Suite(.checksForLeaks)
@MainActor
struct ExerciseFiguresTests {
  @Test func `a screen reader gets each chart on a separate line`() {
    #expect(
      lines(of: .sample("squat", ["100x5 80x8", "w60x5 102.5x5 102.5x5"])) == [
        "Best by reps", "5 reps   102.5 kg    1970-01-02", "8 reps   80 kg       1970-01-01",
        "Last sessions", "1970-01-02 w60x5 102.5x5,5", "1970-01-01 100x5 80x8",
        "Estimated maximum, kg", "116.7 to 119.6, 1 Jan to 2 Jan",
        "Volume a week, kg", "0 to 2165, 29 Dec to 29 Dec",
      ])
  }

  @Test func `charts show the loads of assisted exercises, and the reps of unweighted ones`() {
    let assisted = lines(of: .sample("pull-up", ["-20x8 -22.5x8", "-12.5x8", "w+10x2"]))
    #expect(assisted.contains("Load, kg (0: body weight)"))
    #expect(assisted.contains("-20 to -12.5, 1 Jan to 2 Jan"))
    #expect(assisted.contains("Reps a week"))
    let free = lines(of: .sample("dip", ["x10 x8", "x12"]))
    #expect(free.contains("Most reps in a set"))
    #expect(free.contains("10 to 12, 1 Jan to 2 Jan"))
    #expect(free.contains("12 reps  body weight 1970-01-02"))
  }

  @Test func `an exercise without sets has no figures`() {
    #expect(
      lines(of: .sample("squat", [])) == [
        "Best by reps", "Last sessions", "Most reps in a set", "none yet", "Reps a week",
      ])
  }

  private func lines(of history: StrengthHistory) -> [String] {
    var environment = Environment()
    environment.canDrawGraphics = false
    var buffer = Buffer(Size(80, 30))
    buffer.draw(
      ExerciseFigures(history: history, records: history.records(weekStart: .monday)), environment)
    return buffer.lines.map { line in
      String(line.reversed().drop { $0 == " " }.reversed())
    }.filter { !$0.isEmpty }
  }
}
