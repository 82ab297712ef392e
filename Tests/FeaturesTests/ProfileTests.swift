import Clients
import Models
import ReducerRuntime
import ReducerTestSupport
import Testing

@testable import Features

@Suite(.checksForLeaks)
@MainActor
struct ProfileTests {
  @Test func `appearing loads your workouts, newest first`() async {
    let memory = MemoryStore()
    memory.storage.withLock { $0.finished = [.sample(1), .sample(2)] }
    let store = TestStore(initialState: Profile.State(name: "Ann", catalogue: .sample)) {
      Profile()
    } withDependencies: {
      $0.cues = memory.cues
      $0.workouts = memory.workouts
    }
    await store.send(.command(.load)) { $0.isLoading = true }
    await store.receive(\._internal.statistics.command.load)
    await store.receive(\._internal.pageResponse.success) {
      $0.isLoading = false
      $0.hasMorePages = false
      $0.workouts = [.sample(2), .sample(1)]
    }
    await store.receive(\._internal.statistics._internal.summaryResponse.success) {
      $0.statistics.summary = TrainingSummary()
    }
  }

  @Test func `a failure to read the workouts is shown`() async {
    let store = TestStore(initialState: Profile.State(name: "Ann", catalogue: .sample)) {
      Profile()
    } withDependencies: {
      $0.workouts.history = { _, _, _ in throw SampleError() }
    }
    await store.send(.command(.load)) { $0.isLoading = true }
    await store.receive(\._internal.statistics.command.load)
    await store.receive(\._internal.pageResponse.failure) {
      $0.isLoading = false
      $0.failure = Failure(SampleError())
      $0.destination = .errorSheet(
        ErrorHandling.State(
          Failure(SampleError()), dataStatus: "Your workouts are unchanged.", canRetry: true))
    }
    await store.receive(\._internal.statistics._internal.summaryResponse.success) {
      $0.statistics.summary = TrainingSummary()
    }
  }

  @Test func `a failure to load the summary opens the sheet, and a retry loads everything`()
    async
  {
    let memory = MemoryStore()
    let store = TestStore(initialState: Profile.State(name: "Ann", catalogue: .sample)) {
      Profile()
    } withDependencies: {
      $0.workouts = memory.workouts
      $0.statistics.summary = { _ in throw SampleError() }
    }
    await store.send(._internal(.statistics(.command(.load))))
    await store.receive(\._internal.statistics._internal.summaryResponse.failure) {
      $0.statistics.failure = Failure(SampleError())
    }
    await store.receive(\._internal.statistics.delegate.failed) {
      $0.destination = .errorSheet(
        ErrorHandling.State(
          Failure(SampleError()), dataStatus: "Your workouts are unchanged.", canRetry: true))
    }
    store.dependencies.statistics.summary = { _ in TrainingSummary() }
    await store.send(._internal(.destination(.presented(.errorSheet(.view(.retryButtonTapped))))))
    await store.receive(\._internal.destination.errorSheet.delegate.retryRequested) {
      $0.isLoading = true
      $0.destination = nil
    }
    await store.receive(\._internal.statistics.command.load)
    await store.receive(\._internal.pageResponse.success) {
      $0.isLoading = false
      $0.hasMorePages = false
    }
    await store.receive(\._internal.statistics._internal.summaryResponse.success) {
      $0.statistics.summary = TrainingSummary()
      $0.statistics.failure = nil
    }
  }

  @Test func `requests that fail together open one sheet`() async {
    var state = Profile.State(name: "Ann", catalogue: .sample)
    let first = ErrorHandling.State(Failure(SampleError()), dataStatus: "All.", canRetry: true)
    state.destination = .errorSheet(first)
    let store = TestStore(initialState: state) { Profile() }
    await store.send(._internal(.statistics(.delegate(.failed(Failure(SampleError()))))))
    #expect(store.state.destination == .errorSheet(first))
  }

  @Test func `a new first day of the week reloads the summary`() async {
    let store = TestStore(initialState: Profile.State(name: "Ann", catalogue: .sample)) {
      Profile()
    } withDependencies: {
      $0.statistics.summary = { request in
        var summary = TrainingSummary()
        summary.workoutCount = request.weekStart.weekday
        return summary
      }
    }
    @Shared(.settings) var settings
    $settings.withLock { $0.weekStart = .saturday }
    await store.send(.command(.reloadStatistics))
    await store.receive(\._internal.statistics.command.load)
    await store.receive(\._internal.statistics._internal.summaryResponse.success) {
      $0.statistics.summary = TrainingSummary()
      $0.statistics.summary?.workoutCount = 6
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
