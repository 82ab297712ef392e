import ReducerRuntime

/// A feature with bounded actions and child features.
@Reducer
struct Flat {
  @ObservableState
  struct State: Equatable {
    var door = Door.State()
    @Presents var guest: Door.State?
    var heard: [String] = []
  }

  enum Action: BoundedAction {
    @CasePathable
    enum ViewAction: Equatable { case bellTapped, doorTapped }
    @CasePathable
    enum DelegateAction: Equatable { case rang }
    @CasePathable
    enum InternalAction {
      case echoed
      case door(Door.Action)
      case guest(PresentationAction<Door.Action>)
    }
    case view(ViewAction)
    case delegate(DelegateAction)
    case _internal(InternalAction)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.door, action: \.door) { Door() }
    Reduce(
      view: { state, action in
        state.heard.append("view \(action)")
        switch action {
        case .bellTapped: return .merge(.send(.delegate(.rang)), .send(._internal(.echoed)))
        case .doorTapped: return .none
        }
      },
      internal: { state, action in
        switch action {
        case .echoed:
          state.heard.append("echo")
        case .door(.delegate(.opened)):
          state.heard.append("opened")
          state.guest = Door.State()
        case .door, .guest:
          break
        }
        return .none
      }
    )
    .ifLet(\.$guest, action: \._internal.guest) { Door() }
  }
}

/// A feature that sends a delegate action when it is opened.
@Reducer
struct Door {
  @ObservableState
  struct State: Equatable { var isOpen = false }

  enum Action: BoundedAction {
    @CasePathable
    enum ViewAction { case knobTapped }
    @CasePathable
    enum DelegateAction { case opened }
    @CasePathable
    enum InternalAction { case creaked }
    case view(ViewAction)
    case delegate(DelegateAction)
    case _internal(InternalAction)
  }

  var body: some ReducerOf<Self> {
    Reduce(
      view: { state, _ in
        state.isOpen = true
        return .send(.delegate(.opened))
      },
      internal: { _, _ in .none })
  }
}
