import ReducerRuntime
import ReducerTestSupport
import Testing

/// Examples of a test store beyond `send` and `receive`: state assertions, skipping, bindings and dependencies.
@Suite(.checksForLeaks)
@MainActor
struct TestStoreExamples {
  let clock = TestClock()

  private func rest() -> TestStoreOf<Rest> {
    TestStore(initialState: Rest.State()) {
      Rest()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test func `a test asserts only the final state of a rest`() async {
    let store = rest()
    await store.withExhaustivity(.off) {
      await store.send(.startButtonTapped)
      await clock.advance(by: .seconds(3))
      await store.skipReceivedActions()
    }
    store.assert { $0.secondsLeft = 57 }
    await store.send(.stopButtonTapped) { $0.isRunning = false }
  }

  @Test func `a test ends while a timer runs`() async {
    let store = rest()
    await store.send(.startButtonTapped) { $0.isRunning = true }
    await store.skipInFlightEffects()
  }

  @Test func `a test cancels the task of an action like a view that disappears`() async {
    let store = rest()
    let task: TestStoreTask = await store.send(.startButtonTapped) { $0.isRunning = true }
    await task.cancel()
    #expect(task.isCancelled)
  }

  @Test func `a binding sets the length of the rest`() async {
    let store = rest()
    store.bindings.secondsLeft.wrappedValue = 90
    #expect(store.state.secondsLeft == 90)
  }

  @Test func `the rest dismisses itself`() async {
    let store = rest()
    await store.send(.closeButtonTapped)
    #expect(store.isDismissed)
  }

  @Test func `a dependency is overridden for one action`() async {
    let store = rest()
    store.dependencies[BellClient.self].ring = { true }
    await store.withDependencies {
      $0[BellClient.self].ring = { false }
    } operation: {
      await store.send(.bellButtonTapped) { $0.isBellBroken = true }
      #expect(store.state.isBellBroken)
    }
    await store.send(.bellButtonTapped) { $0.isBellBroken = false }
  }
}

@DependencyClient
private struct BellClient: Sendable, TestDependencyKey {
  /// - Returns: Whether it could be heard.
  var ring: @Sendable () -> Bool = { false }

  static let testValue = BellClient()
}

@Reducer
private struct Rest {
  @ObservableState
  struct State: Equatable {
    var isBellBroken = false
    var isRunning = false
    var secondsLeft = 60
  }

  enum Action: BindableAction {
    case bellButtonTapped
    case binding(BindingAction<State>)
    case closeButtonTapped
    case secondPassed
    case startButtonTapped
    case stopButtonTapped
  }

  private enum CancelID { case timer }

  @Dependency(BellClient.self) var bell
  @Dependency(\.continuousClock) var clock
  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .bellButtonTapped:
        state.isBellBroken = !bell.ring()
        return .none
      case .binding:
        return .none
      case .closeButtonTapped:
        return .run { _ in await dismiss() }
      case .secondPassed:
        state.secondsLeft -= 1
        return .none
      case .startButtonTapped:
        state.isRunning = true
        return .run { send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.secondPassed) }
        }
        .cancellable(id: CancelID.timer)
      case .stopButtonTapped:
        state.isRunning = false
        return .cancel(id: CancelID.timer)
      }
    }
  }
}
