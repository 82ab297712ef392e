import ReducerRuntime

/// A feature that leads through the steps of a recipe, with a timer for steps that have a waiting time.
@Reducer
struct Cooking {
  @ObservableState
  struct State: Equatable {
    let steps: [Recipe.Step]
    /// The offset of the current step.
    var current = 0
    /// The time left on the timer; `nil` if it does not run.
    var remaining: Duration?

    var step: Recipe.Step { steps[current] }
  }

  enum Action: Equatable {
    case nextKeyPressed
    case timerKeyPressed
    case timerTick
  }

  private enum CancelID { case timer }

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.dismiss) private var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .nextKeyPressed:
        guard state.current + 1 < state.steps.count else { return .run { _ in await dismiss() } }
        state.current += 1
        return stopTimer(&state)
      case .timerKeyPressed:
        guard let minutes = state.step.minutes else { return .none }
        state.remaining = .seconds(60 * minutes)
        return .run { [clock] send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.timerTick) }
        }
        .cancellable(id: CancelID.timer, cancelInFlight: true)
      case .timerTick:
        guard let remaining = state.remaining, remaining > .seconds(1) else {
          return stopTimer(&state)
        }
        state.remaining = remaining - .seconds(1)
        return .none
      }
    }
  }

  private func stopTimer(_ state: inout State) -> Effect<Action> {
    state.remaining = nil
    return .cancel(id: CancelID.timer)
  }
}
