import ReducerRuntime

/// A counter whose state isn't observable.
struct PlainCounter: Reducer {
  struct State { var count = 0 }
  enum Action: Sendable { case increment }

  var body: some Reducer<State, Action> {
    Reduce { state, _ in
      state.count += 1
      return .none
    }
  }
}

@Reducer
struct ObservedCounter {
  @ObservableState
  struct State: Equatable, Identifiable {
    var id = 0
    var count = 0
  }
  enum Action: Sendable {
    case increment
    case countDown(Int)
    case runOnce, ran, start, stop
  }

  enum CancelID { case run }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .increment, .ran:
        state.count += 1
        return .none
      case .countDown(let left):
        state.count += 1
        return left > 0 ? .send(.countDown(left - 1)) : .none
      case .runOnce:
        return .run { send in await send(.ran) }
      case .start:
        return .run { _ in try? await Task.sleep(for: .seconds(60)) }
          .cancellable(id: CancelID.run, cancelInFlight: true)
      case .stop:
        return .cancel(id: CancelID.run)
      }
    }
  }
}

/// A timer at the bottom of a hierarchy like the app's: tabs that present a detail, which presents the timer.
@Reducer
struct BenchTimer {
  @ObservableState
  struct State { var elapsed = Duration.zero }
  enum Action: Sendable { case tick }

  var body: some Reducer<State, Action> {
    Reduce { state, _ in
      state.elapsed += .milliseconds(10)
      return .none
    }
  }
}

@Reducer
struct BenchDetail {
  @ObservableState
  struct State { @Presents var timer: BenchTimer.State? }
  enum Action: Sendable { case timer(PresentationAction<BenchTimer.Action>) }

  var body: some Reducer<State, Action> {
    EmptyReducer().ifLet(\.$timer, action: \.timer) { BenchTimer() }
  }
}

@Reducer
struct BenchTabs {
  @ObservableState
  struct State { @Presents var detail: BenchDetail.State? }
  enum Action: Sendable { case detail(PresentationAction<BenchDetail.Action>) }

  var body: some Reducer<State, Action> {
    EmptyReducer().ifLet(\.$detail, action: \.detail) { BenchDetail() }
  }
}

@Reducer
struct BenchList {
  @ObservableState
  struct State { var rows: IdentifiedArrayOf<ObservedCounter.State> }
  enum Action: Sendable { case rows(IdentifiedAction<Int, ObservedCounter.Action>) }

  var body: some Reducer<State, Action> {
    EmptyReducer().forEach(\.rows, action: \.rows) { ObservedCounter() }
  }
}

/// A stack that is pushed and popped by its parent's actions.
@Reducer
struct BenchStack {
  @ObservableState
  struct State { var path: StackState<ObservedCounter.State> }
  enum Action: Sendable {
    case push(ObservedCounter.State)
    case pop
    case path(StackActionOf<ObservedCounter>)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .push(let element): state.path.append(element)
      case .pop: state.path.removeLast()
      case .path: break
      }
      return .none
    }
    .forEach(\.path, action: \.path) { ObservedCounter() }
  }
}

/// A feature that presents itself, to any depth.
@Reducer
struct BenchNested {
  @ObservableState
  struct State {
    var count = 0
    @Presents var child: State?

    /// Creates a state that presents `depth` children, each in the previous one.
    init(depth: Int) {
      if depth > 0 { child = State(depth: depth - 1) }
    }

    /// The count of the deepest child.
    var deepestCount: Int { child?.deepestCount ?? count }
  }

  indirect enum Action: Sendable {
    case start, step
    case child(PresentationAction<Action>)

    /// Returns the action that starts the effects of the child at `depth`.
    static func start(at depth: Int) -> Self {
      depth == 0 ? .start : .child(.presented(start(at: depth - 1)))
    }
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .start:
        let steps = Effect<Action>.run { send in
          for _ in 0..<5 { await send(.step) }
        }
        return .merge(steps, steps)
      case .step:
        state.count += 1
        return .none
      case .child:
        return .none
      }
    }
    .ifLet(\.$child, action: \.child) { BenchNested() }
  }
}
