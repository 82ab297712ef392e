import ReducerRuntime

/// A feature whose controls set its properties directly.
@Reducer
struct Profile {
  @ObservableState
  struct State: Equatable {
    var name = ""
    var goal = 0
    var log: [String] = []
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case reset
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.name):
        state.log.append("name is \(state.name)")
        return .none
      case .binding:
        return .none
      case .reset:
        return .send(.set(\.goal, 20))
      }
    }
  }
}

/// A feature whose view actions are an enum that includes bindings.
@Reducer
struct Stopwatch {
  @ObservableState
  struct State: Equatable { var reps = 0 }

  enum Action: ViewAction {
    case started
    case view(View)

    @CasePathable
    enum View: BindableAction {
      case binding(BindingAction<State>)
      case startTapped
    }
  }

  var body: some ReducerOf<Self> {
    BindingReducer(action: \.view)
    Reduce { state, action in
      switch action {
      case .started:
        state.reps = 1
        return .none
      case .view(.startTapped):
        return .send(.started)
      case .view(.binding):
        return .none
      }
    }
  }
}
