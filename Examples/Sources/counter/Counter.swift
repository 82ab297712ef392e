import ReducerRuntime

/// A feature that counts: by keys, and once a second while it is running.
@Reducer
struct Counter {
  @ObservableState
  struct State: Equatable {
    var count = 0
    var isRunning = false
  }

  enum Action: Equatable {
    case decrementKeyPressed
    case incrementKeyPressed
    case resetKeyPressed
    case startStopKeyPressed
    case timerTick
  }

  private enum CancelID { case timer }

  @Dependency(\.continuousClock) private var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .decrementKeyPressed:
        state.count -= 1
        return .none
      case .incrementKeyPressed, .timerTick:
        state.count += 1
        return .none
      case .resetKeyPressed:
        state.count = 0
        return .none
      case .startStopKeyPressed:
        state.isRunning.toggle()
        return state.isRunning ? startTimer() : .cancel(id: CancelID.timer)
      }
    }
  }

  private func startTimer() -> Effect<Action> {
    .run { [clock] send in
      for await _ in clock.timer(interval: .seconds(1)) { await send(.timerTick) }
    }
    .cancellable(id: CancelID.timer)
  }
}
