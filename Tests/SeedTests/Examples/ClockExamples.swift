import ReducerRuntime
import ReducerTestSupport
import Testing

/// Examples of clocks in features, and of their replacements in tests.
@Suite(.checksForLeaks)
@MainActor
struct ClockExamples {
  @Test func `a lap is the time between two stored instants`() async {
    let clock = TestClock()
    let store = TestStore(initialState: Laps.State()) {
      Laps(clock: AnyClock(clock))
    }
    await store.send(.lapButtonTapped) { $0.last = AnyClock<Duration>.Instant() }
    await clock.advance(by: .seconds(40))
    await store.send(.lapButtonTapped) {
      $0.last = AnyClock<Duration>.Instant(offset: .seconds(40))
      $0.laps = [.seconds(40)]
    }
  }

  @Test func `the suspending clock stops while the machine sleeps`() async {
    let clock = TestClock()
    let store = TestStore(initialState: Plank.State()) {
      Plank()
    } withDependencies: {
      $0.suspendingClock = clock
    }
    await store.send(.startButtonTapped)
    await clock.advance(by: .seconds(2))
    await store.receive(.secondPassed) { $0.seconds = 1 }
    await store.receive(.secondPassed) { $0.seconds = 2 }
    await store.send(.stopButtonTapped)
    await #expect(throws: Never.self) { try await clock.checkSuspension() }
  }

  @Test func `a running timer keeps its clock in use`() async {
    let clock = TestClock()
    let store = TestStore(initialState: Plank.State()) {
      Plank()
    } withDependencies: {
      $0.suspendingClock = clock
    }
    await store.send(.startButtonTapped)
    await #expect(throws: SuspensionError.self) { try await clock.checkSuspension() }
    await store.send(.stopButtonTapped)
  }

  @Test func `a test runs the clock until no task sleeps`() async {
    let clock = TestClock()
    let rest = Task { try await clock.sleep(for: .seconds(90)) }
    await clock.run()
    await #expect(throws: Never.self) { try await rest.value }
    #expect(clock.now.offset == .seconds(90))
  }

  @Test func `using an unimplemented clock reports an issue`() async {
    let clock: UnimplementedClock<Duration> = .unimplemented(name: "wall clock")
    withExpectedIssue { _ = clock.now }
  }

  @Test func `an immediate clock runs a countdown without waiting`() async throws {
    let clock: ImmediateClock<Duration> = .immediate
    let start: OffsetInstant<Duration> = clock.now
    for _ in 1...3 { try await clock.sleep(for: .seconds(1)) }
    #expect(start.duration(to: clock.now) == .seconds(3))
    #expect(clock.uptime == .seconds(3))
  }
}

@Reducer
private struct Laps {
  @ObservableState
  struct State: Equatable {
    @ObservationStateIgnored var last: AnyClock<Duration>.Instant?
    var laps: [Duration] = []
  }

  enum Action { case lapButtonTapped }

  let clock: AnyClock<Duration>

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .lapButtonTapped:
        let now = clock.now
        if let last = state.last { state.laps.append(last.duration(to: now)) }
        state.last = now
        return .none
      }
    }
  }
}

@Reducer
private struct Plank {
  @ObservableState
  struct State: Equatable { var seconds = 0 }

  enum Action: Equatable { case secondPassed, startButtonTapped, stopButtonTapped }

  private enum CancelID { case timer }

  @Dependency(\.suspendingClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .startButtonTapped:
        return .run { send in
          let seconds: ClockTimer = clock.timer(interval: .seconds(1))
          for await _ in seconds { await send(.secondPassed) }
        }
        .cancellable(id: CancelID.timer)
      case .secondPassed:
        state.seconds += 1
        return .none
      case .stopButtonTapped:
        return .cancel(id: CancelID.timer)
      }
    }
  }
}
