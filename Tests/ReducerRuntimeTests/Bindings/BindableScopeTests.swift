import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct BindableScopeTests {
  private func screen(_ state: Root.State = Root.State()) -> RootView {
    RootView(store: Store(initialState: state) { Root() })
  }

  @Test func `the binding returns the same store while the child stays`() {
    let view = screen(Root.State(child: Leaf.State(id: 0)))
    let sheet = view.$store.scope(state: \.child, action: \.child)
    let store = sheet.wrappedValue
    store?.send(.tapped)
    #expect(sheet.wrappedValue === store)
    #expect(view.$store.scope(state: \.child, action: \.child).wrappedValue === store)
    view.store.send(.childReplaced(Leaf.State(id: 1)))
    #expect(sheet.wrappedValue !== store)
  }

  @Test func `a binding can be scoped to one case of a destination`() {
    let view = screen(Root.State(destination: .edit(Leaf.State(id: 1))))
    let edit = view.$store.scope(state: \.destination?.edit, action: \.destination.edit)
    let help = view.$store.scope(state: \.destination?.help, action: \.destination.help)
    edit.wrappedValue?.send(.tapped)
    #expect(view.store.destination == .edit(Leaf.State(id: 1, taps: 1)))
    // There is no child of that case to dismiss.
    help.wrappedValue = nil
    #expect(view.store.destination != nil)
    edit.wrappedValue = nil
    #expect(view.store.destination == nil)
  }

  @Test func `a binding for one child does not change the next child`() {
    let view = screen(Root.State(child: Leaf.State(id: 0)))
    let first = view.$store.scope(state: \.child, action: \.child)
    view.store.send(.childReplaced(Leaf.State(id: 1)))
    first.wrappedValue = nil
    #expect(view.store.child?.id == 1)
    view.$store.scope(state: \.child, action: \.child).wrappedValue = nil
    #expect(view.store.child == nil)
    first.wrappedValue = nil
    #expect(view.store.dismissals == 1)
  }

  @Test func `assigning a store to the binding does nothing`() {
    let view = screen(Root.State(child: Leaf.State(id: 0)))
    let sheet = view.$store.scope(state: \.child, action: \.child)
    sheet.wrappedValue = sheet.wrappedValue
    #expect(view.store.child?.id == 0)
    #expect(view.store.dismissals == 0)
  }

  @Test func `a child that is not removed is reported at the binding`() async {
    let view = screen(Root.State(orphan: Leaf.State(id: 0)))
    let line = UInt(#line + 1)
    let sheet = view.$store.scope(state: \.orphan, action: \.orphan)
    let issues = await reported { sheet.wrappedValue = nil }
    #expect(issues.map(\.line) == [line])
    #expect(issues[0].message.contains("is an 'ifLet' missing?"))
  }

  @Test func `an alert is dismissed through its binding`() {
    let view = screen(Root.State(alert: AlertState { TextState("Leave?") }))
    let alert = view.$store.scope(state: \.alert, action: \.alert)
    #expect(alert.wrappedValue?.title == TextState("Leave?"))
    alert.wrappedValue = nil
    #expect(view.store.alert == nil)
  }

  @Test func `setting the binding keeps the stack's store`() {
    let view = screen(Root.State(path: [Leaf.State(id: 0)]))
    let path = view.$store.scope(state: \.path, action: \.path)
    let store = path.wrappedValue
    path.wrappedValue = store
    #expect(path.wrappedValue === store)
    #expect(view.store.path.map(\.id) == [0])
    #expect(store.elements()[0] === path.wrappedValue.elements()[0])
  }

  @Test func `a view observes the presence of a sheet, not its contents`() {
    let view = screen()
    let sheet = view.$store.scope(state: \.child, action: \.child)
    var seen: [Bool] = []
    let token = observe { seen.append(sheet.wrappedValue != nil) }
    view.store.send(.childButtonTapped)
    sheet.wrappedValue?.send(.tapped)
    sheet.wrappedValue = nil
    #expect(seen == [false, true, false])
    token.cancel()
  }
}

private struct RootView {
  @Bindable var store: StoreOf<Root>
}

@Reducer
private struct Root {
  @Reducer(state: .equatable)
  enum Destination {
    case edit(Leaf)
    case help(Leaf)
  }

  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Never>?
    @Presents var child: Leaf.State?
    @Presents var destination: Destination.State?
    @Presents var orphan: Leaf.State?
    var path = StackState<Leaf.State>()
    var dismissals = 0
  }

  enum Action {
    case alert(PresentationAction<Never>)
    case child(PresentationAction<Leaf.Action>)
    case childButtonTapped
    case childReplaced(Leaf.State)
    case destination(PresentationAction<Destination.Action>)
    case orphan(PresentationAction<Leaf.Action>)
    case path(StackActionOf<Leaf>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .childButtonTapped: state.child = Leaf.State(id: 0)
      case .childReplaced(let child): state.child = child
      case .child(.dismiss): state.dismissals += 1
      default: break
      }
      return .none
    }
    .ifLet(\.$alert, action: \.alert)
    .ifLet(\.$child, action: \.child) { Leaf() }
    .ifLet(\.$destination, action: \.destination)
    .forEach(\.path, action: \.path) { Leaf() }
  }
}

@Reducer
private struct Leaf {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: Int
    var taps = 0
  }

  enum Action { case tapped }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.taps += 1
      return .none
    }
  }
}
