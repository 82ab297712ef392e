import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct BoundedActionTests {
  @Test func `the three groups are accessible in generic code`() {
    func view<Action: BoundedAction>(of action: Action) -> Action.ViewAction? {
      Action.allCasePaths.view.extract(from: action)
    }
    #expect(view(of: Flat.Action.view(.doorTapped)) == .doorTapped)
    #expect(view(of: Flat.Action.delegate(.rang)) == nil)
    func delegate<Action: BoundedAction>(
      _ action: Action.DelegateAction, as type: Action.Type
    ) -> Action { .delegate(action) }
    #expect(delegate(.rang, as: Flat.Action.self).is(\.delegate.rang))
  }

  @Test
  func `the one-step path to a child's actions is equivalent to the two-step path`() {
    let known = AnyCasePath<Flat.Action, _>(\.door)
    let appended = Flat.Action.allCasePaths._internal.appending(
      AnyCasePath<Flat.Action.InternalAction, Door.Action>(\.door))
    #expect(Flat.Action.allCasePaths._$childPath(named: "door") != nil)
    for path in [known, appended] {
      #expect(path.name == "_internal.door")
      #expect(path.extract(from: path.embed(.delegate(.opened)))?.is(\.delegate.opened) == true)
      #expect(path.extract(from: ._internal(.echoed)) == nil)
      #expect(path.extract(from: .view(.bellTapped)) == nil)
    }
    #expect(Flat.Action.allCasePaths._$childPath(named: "echoed") == nil)
    #expect(AnyCasePath<Flat.Action, _>(\.echoed).extract(from: ._internal(.echoed)) != nil)
  }

  @Test
  func `a group that is declared elsewhere, or declares types itself, is reached in two steps`() {
    let action = Elsewhere._internal(.door(.delegate(.opened)))
    #expect(Elsewhere.allCasePaths._$childPath(named: "door") == nil)
    #expect(AnyCasePath<Elsewhere, _>(\.door).extract(from: action)?.is(\.delegate.opened) == true)
    #expect(Crowded.allCasePaths._$childPath(named: "own") == nil)
    #expect(
      AnyCasePath<Crowded, _>(\.own).extract(from: ._internal(.own(.init(number: 7))))?.number == 7)
  }

  @Test func `a presented child is bound through its case in the internal group`() {
    let view = FlatView(store: Store(initialState: Flat.State(guest: Door.State())) { Flat() })
    let guest = view.$store.scope(state: \.guest, action: \.guest)
    #expect(guest.wrappedValue === view.$store.scope(state: \.guest, action: \.guest).wrappedValue)
    guest.wrappedValue?.send(.view(.knobTapped))
    #expect(view.store.guest?.isOpen == true)
    guest.wrappedValue = nil
    #expect(view.store.guest == nil)
    #expect(guest.wrappedValue == nil)
  }
}

@CasePathable
private enum Elsewhere: BoundedAction {
  case view(Never)
  case delegate(Never)
  case _internal(Flat.Action.InternalAction)
}

@CasePathable
private enum Crowded: BoundedAction {
  @CasePathable
  enum InternalAction {
    struct OwnAction { var number: Int }
    case own(OwnAction)
  }
  case view(Never)
  case delegate(Never)
  case _internal(InternalAction)
}

private struct FlatView {
  @Bindable var store: StoreOf<Flat>
}

@Suite(.checksForLeaks)
@MainActor
struct ReduceBoundariesTests {
  @Test func `a feature does not receive its own delegate actions`() async {
    let store = TestStore(initialState: Flat.State()) { Flat() }
    await store.send(.delegate(.rang))
  }

  @Test func `allowed actions can be compared`() {
    #expect(AllowedAction<Quiet.Action>.delegate(1) == .delegate(1))
    #expect(AllowedAction<Quiet.Action>.delegate(1) != ._internal(1))
  }
}

@Reducer
private struct Quiet {
  struct State {}

  enum Action: BoundedAction {
    case view(Int)
    case delegate(Int)
    case _internal(Int)
  }

  var body: some ReducerOf<Self> { EmptyReducer() }
}

// MARK: - Features

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

/// A feature that sends a delegate action when the door is opened.
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
