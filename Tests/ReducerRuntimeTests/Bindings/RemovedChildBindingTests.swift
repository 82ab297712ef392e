import ReducerRuntime
import ReducerTestSupport
import Testing

/// Tests of bindings that a view keeps after its child was removed, for example while a sheet closes.
@Suite(.checksForLeaks)
@MainActor
struct RemovedChildBindingTests {
  private let store = Store(
    initialState: Root.State(
      destination: .first(Level.State()), optional: Level.State(), presented: Level.State(),
      rows: [Level.State(id: 1), Level.State(id: 2)])
  ) {
    Root()
  }

  /// Sets the controls of `child` before and after its removal.
  private func setControls(of child: StoreOf<Level>?) throws {
    @Bindable var child = try #require(child)
    child.send(.leafButtonTapped)
    let text = $child.text
    let leaf = $child.scope(state: \.leaf, action: \.leaf)
    text.wrappedValue = "before"
    #expect(child.text == "before")
    #expect(leaf.wrappedValue != nil)
    store.send(.childrenRemoved)
    text.wrappedValue = "after"
    leaf.wrappedValue = nil
    #expect(store.state == Root.State())
  }

  @Test func `a presented child`() throws {
    try setControls(of: store.scope(state: \.presented, action: \.presented.presented))
  }

  @Test func `an optional child`() throws {
    try setControls(of: store.scope(state: \.optional, action: \.optional))
  }

  @Test func `a row`() throws {
    try setControls(of: store.scope(state: \.rows, action: \.rows).first)
  }

  @Test func `a part of a removed child`() throws {
    let child = try #require(store.scope(state: \.optional, action: \.optional))
    try setControls(of: child.scope(state: \.self, action: \.self))
  }

  @Test func `a case of a destination`() throws {
    let destination = store.scope(state: \.destination, action: \.destination.presented)
    let first: StoreOf<Level>? =
      switch destination?.case {
      case .first(let store): store
      default: nil
      }
    let text = Bindable(try #require(first)).text
    store.send(.secondPresented)
    text.wrappedValue = "after"
    #expect(store.destination == .second(Level.State()))
  }
}

@Reducer
private struct Root {
  @Reducer(state: .equatable)
  enum Destination {
    case first(Level)
    case second(Level)
  }

  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
    var optional: Level.State?
    @Presents var presented: Level.State?
    var rows: IdentifiedArrayOf<Level.State> = []
  }

  enum Action {
    case childrenRemoved
    case destination(PresentationAction<Destination.Action>)
    case optional(Level.Action)
    case presented(PresentationAction<Level.Action>)
    case rows(IdentifiedActionOf<Level>)
    case secondPresented
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .childrenRemoved: state = State()
      case .secondPresented: state.destination = .second(Level.State())
      default: break
      }
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
    .ifLet(\.optional, action: \.optional) { Level() }
    .ifLet(\.$presented, action: \.presented) { Level() }
    .forEach(\.rows, action: \.rows) { Level() }
  }
}

@Reducer
private struct Level {
  @ObservableState
  struct State: Equatable, Identifiable {
    var id = 0
    var text = ""
    @Presents var leaf: Leaf.State?
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case leaf(PresentationAction<Leaf.Action>)
    case leafButtonTapped
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      if case .leafButtonTapped = action { state.leaf = Leaf.State() }
      return .none
    }
    .ifLet(\.$leaf, action: \.leaf) { Leaf() }
  }
}

@Reducer
private struct Leaf {
  @ObservableState
  struct State: Equatable {}
  enum Action {}
  var body: some Reducer<State, Action> { EmptyReducer() }
}
