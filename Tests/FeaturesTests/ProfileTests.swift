import Clients
import Models
import ReducerRuntime
import ReducerTestSupport
import Testing

@testable import HistoryFeatures
@testable import SharedFeatures

@Suite(.checksForLeaks)
@MainActor
struct ProfileTests {
  private func profile(
    _ prepare: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<Profile> {
    let memory = MemoryStore()
    memory.storage.withLock { $0.finished = [.sample(1), .sample(2)] }
    return TestStore(initialState: Profile.State(name: "Ann", catalogue: .sample)) {
      Profile()
    } withDependencies: {
      $0.workouts = memory.workouts
      prepare(&$0)
    }
  }

  @Test func `appearing loads your workouts, newest first`() async {
    let store = profile()
    await store.send(.command(.load))
    await store.receive(\._internal.history.command.appear) { $0.history.isLoading = true }
    await store.receive(\._internal.summaryResponse.success) { $0.summary = TrainingSummary() }
    await store.receive(\._internal.history._internal.pageResponse.success) {
      $0.history.isLoading = false
      $0.history.hasMorePages = false
      $0.history.workouts = [.sample(2), .sample(1)]
    }
  }

  @Test func `requests that fail together open one sheet, and a retry loads everything`() async {
    let shouldFail = LockIsolated(true)
    let store = profile {
      $0.workouts.history = { _, _, _ in
        if shouldFail.value { throw SampleError() }
        return [.sample()]
      }
      $0.statistics.summary = { _ in
        if shouldFail.value { throw SampleError() }
        return TrainingSummary()
      }
    }
    store.exhaustivity = .off
    await store.send(.command(.load))
    await store.receive(\._internal.summaryResponse.failure)
    await store.receive(\._internal.history._internal.pageResponse.failure)
    #expect(store.state.failure == Failure(SampleError()))
    #expect(store.state.history.failure == Failure(SampleError()))
    #expect(
      store.state.history.destination
        == .errorSheet(
          ErrorHandling.State(
            Failure(SampleError()), dataStatus: "Your workouts are unchanged.", canRetry: true)))
    shouldFail.setValue(false)
    await store.send(
      ._internal(
        .history(
          ._internal(.destination(.presented(.errorSheet(.view(.retryButtonTapped))))))))
    await store.receive(\._internal.summaryResponse.success)
    #expect(store.state.failure == nil && store.state.summary == TrainingSummary())
    await store.receive(\._internal.history._internal.pageResponse.success)
    #expect(store.state.history.failure == nil && store.state.history.destination == nil)
    #expect(store.state.history.workouts == [.sample()])
  }

  @Test func `a failure to load only the summary opens the sheet`() async {
    let store = profile { $0.statistics.summary = { _ in throw SampleError() } }
    await store.send(.command(.reloadStatistics))
    await store.receive(\._internal.summaryResponse.failure) {
      $0.failure = Failure(SampleError())
      $0.history.showSheet(about: Failure(SampleError()))
    }
  }

  @Test func `weeks start on the day in the settings`() throws {
    var loaded = LoadedSettings()
    loaded.settings.weekStart = .sunday
    let app = VirtualApp(settings: loaded) {
      $0.statistics.summary = { request in
        var summary = TrainingSummary()
        summary.workoutCount = request.weekStart.weekday
        return summary
      }
    }
    app.press("3")
    #expect(app.shows("7 workouts"))
    app.press(",")
    let row = try #require(Settings.Field.allCases.firstIndex(of: .weekStart))
    app.press("j", times: row)
    app.press(.right, .escape)
    #expect(app.shows("6 workouts"))
  }
}
