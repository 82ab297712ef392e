import ReducerRuntime
import ReducerTestSupport
import Testing

/// Examples of concatenated, debounced and throttled effects.
@Suite(.checksForLeaks)
@MainActor
struct EffectExamples {
  let clock = TestClock()

  @Test func `the rank is fetched after the workout is saved`() async {
    let store = TestStore(initialState: WorkoutSummary.State()) {
      WorkoutSummary()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.doneButtonTapped)
    await clock.advance(by: .seconds(2))
    await store.receive(.saved) { $0.isSaved = true }
    await store.receive(.rankResponse(3)) { $0.rank = 3 }
  }

  @Test func `gyms are searched when typing pauses`() async {
    let store = TestStore(initialState: GymSearch.State()) {
      GymSearch()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.queryChanged("iron")) { $0.query = "iron" }
    await clock.advance(by: .milliseconds(200))
    await store.send(.queryChanged("iron h")) { $0.query = "iron h" }
    await clock.advance(by: .milliseconds(299))
    await clock.advance(by: .milliseconds(1))
    await store.receive(.gymsResponse(["iron house"])) { $0.gyms = ["iron house"] }
  }

  @Test func `reps are announced once a second`() async {
    let store = TestStore(initialState: RepAnnouncer.State()) {
      RepAnnouncer()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.repDetected) { $0.reps = 1 }
    await store.receive(.repsAnnounced(1)) { $0.announced = [1] }
    await store.send(.repDetected) { $0.reps = 2 }
    await store.send(.repDetected) { $0.reps = 3 }
    await clock.advance(by: .seconds(1))
    await store.receive(.repsAnnounced(3)) { $0.announced = [1, 3] }
  }

  @Test func `effects run one after the other until the last has ended`() async {
    await withMainSerialExecutor {
      let store = TestStore(initialState: RepAnnouncer.State()) {
        RepAnnouncer()
      } withDependencies: {
        $0.continuousClock = clock
      }
      await store.send(.repDetected) { $0.reps = 1 }
      await store.receive(.repsAnnounced(1)) { $0.announced = [1] }
    }
  }
}

@Reducer
private struct WorkoutSummary {
  @ObservableState
  struct State: Equatable {
    var isSaved = false
    var rank: Int?
  }

  enum Action: Equatable {
    case doneButtonTapped
    case saved
    case rankResponse(Int)
  }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .doneButtonTapped:
        return .concatenate(
          .run { send in try await save(send) },
          .run { send in await send(.rankResponse(3)) })
      case .saved:
        state.isSaved = true
        return .none
      case .rankResponse(let rank):
        state.rank = rank
        return .none
      }
    }
  }

  /// Saves after two seconds, like a slow disk.
  private func save(_ send: Send<Action>) async throws {
    try await clock.sleep(for: .seconds(2))
    await send(.saved)
  }
}

@Reducer
private struct GymSearch {
  @ObservableState
  struct State: Equatable {
    var query = ""
    var gyms: [String] = []
  }

  enum Action: Equatable {
    case queryChanged(String)
    case gymsResponse([String])
  }

  private enum CancelID { case search }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .queryChanged(let query):
        state.query = query
        return search(query)
          .debounce(id: CancelID.search, for: .milliseconds(300), clock: clock)
      case .gymsResponse(let gyms):
        state.gyms = gyms
        return .none
      }
    }
  }

  private func search(_ query: String) -> EffectOf<Self> {
    gyms(named: query).map(Action.gymsResponse)
  }

  /// A helper without the feature's actions, so that other features can use it.
  private func gyms(named prefix: String) -> Effect<[String]> {
    .run { send in
      await send(["iron house", "iron mountain", "the barn"].filter { $0.hasPrefix(prefix) })
    }
  }
}

@Reducer
private struct RepAnnouncer {
  @ObservableState
  struct State: Equatable {
    var reps = 0
    var announced: [Int] = []
  }

  enum Action: Equatable {
    case repDetected
    case repsAnnounced(Int)
  }

  private enum CancelID { case announcement }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .repDetected:
        state.reps += 1
        return .send(.repsAnnounced(state.reps))
          .throttle(id: CancelID.announcement, for: .seconds(1), clock: clock, latest: true)
      case .repsAnnounced(let reps):
        state.announced.append(reps)
        return .none
      }
    }
  }
}
