import ReducerRuntime
import ReducerTestSupport
import Testing

/// Tests of seed article 003's effects: errors as actions, cancellation identifiers, clients, and actors outside the
/// store.
@Suite(.checksForLeaks)
@MainActor
struct EffectsTests {
  private struct Offline: Error, Equatable {}

  private func feed(
    fetch: @escaping @Sendable () async throws -> [String]
  ) -> TestStoreOf<Feed> {
    TestStore(initialState: Feed.State()) {
      Feed()
    } withDependencies: {
      $0[FeedClient.self] = FeedClient(fetch: fetch)
      $0.continuousClock = TestClock()
    }
  }

  @Test func `loaded data is sent as an action`() async {
    let store = feed { ["a"] }
    await store.send(.loadData)
    await store.receive(\.loadDataResponse.success) { $0.lines = ["a"] }
  }

  @Test func `an error is sent as an action`() async {
    let store = feed { throw Offline() }
    await store.send(.loadData)
    await store.receive(\.loadDataResponse.failure) { $0.failures = 1 }
  }

  @Test func `effects are cancelled by a list of identifiers`() async {
    let store = feed {
      try await Task.sleep(for: .seconds(1_000))
      return []
    }
    await store.send(.startTimer)
    await store.send(.loadData)
    await store.send(.stopEverything)
    await store.finish()
  }

  @Test func `an actor protects state outside of stores`() async {
    let tracker = WorkoutMetricsTracker()
    await tracker.recordWorkout(reps: 12)
    await tracker.recordWorkout(reps: 8)
    let stats = await tracker.stats
    #expect(stats == (2, 20))
  }
}

@Reducer
private struct Feed {
  @ObservableState
  struct State: Equatable, Sendable {
    var lines: [String] = []
    var failures = 0
  }

  enum Action {
    case loadData
    case loadDataResponse(Result<[String], any Error>)
    case startTimer
    case stopEverything
    case tick
  }

  enum CancelID: CaseIterable { case timer, networkRequest }

  @Dependency(\.continuousClock) var clock
  @Dependency(FeedClient.self) var client

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .loadData:
        return .run { send in
          await send(.loadDataResponse(.success(try await client.fetch())))
        } catch: { error, send in
          await send(.loadDataResponse(.failure(error)))
        }
        .cancellable(id: CancelID.networkRequest, cancelInFlight: true)
      case .loadDataResponse(.success(let lines)):
        state.lines = lines
        return .none
      case .loadDataResponse(.failure):
        state.failures += 1
        return .none
      case .startTimer:
        return .run { send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.tick) }
        }
        .cancellable(id: CancelID.timer)
      case .stopEverything:
        return .cancel(ids: CancelID.allCases)
      case .tick:
        return .none
      }
    }
  }
}

private struct FeedClient: Sendable {
  var fetch: @Sendable () async throws -> [String]
}

extension FeedClient: DependencyKey {
  static let liveValue = FeedClient(fetch: { ["live"] })
}

private actor WorkoutMetricsTracker {
  private var totalWorkouts = 0
  private var totalReps = 0

  var stats: (workouts: Int, reps: Int) { (totalWorkouts, totalReps) }

  func recordWorkout(reps: Int) {
    totalWorkouts += 1
    totalReps += reps
  }
}
