import ReducerRuntime
import ReducerTestSupport
import Testing

@MainActor
struct BindingTests {
  @Test func `a binding action sets its property before the reducers behind it`() async {
    let store = TestStore(initialState: Profile.State()) { Profile() }
    await store.send(.binding(.set(\.name, "Ada"))) {
      $0.name = "Ada"
      $0.log = ["name is Ada"]
    }
    await store.send(.binding(.set(\.goal, 10))) { $0.goal = 10 }
    await store.send(.set(\.goal, 11)) { $0.goal = 11 }
  }

  @Test func `a binding action is known by its property`() {
    let action = BindingAction<Profile.State>.set(\.name, "Ada")
    #expect(action == .set(\.name, "Ada"))
    #expect(action != .set(\.name, "Bob"))
    #expect(action != .set(\.goal, 1))
    #expect(Profile.Action.binding(action)[case: \.binding.name] == "Ada")
    #expect(Profile.Action.binding(action)[case: \.binding.goal] == nil)
    #expect(Profile.Action.reset.binding == nil)
    #expect(Profile.Action.binding(action).binding == action)
  }

  @Test func `a test receives a binding by its property`() async {
    let store = TestStore(initialState: Profile.State()) { Profile() }
    await store.send(.reset)
    await store.receive(\.binding.goal) { $0.goal = 20 }
    await store.send(.reset)
    await store.receive(\.binding.goal, 20)
  }

  @Test func `a bindable store is bound by its properties`() {
    let view = ProfileView(store: Store(initialState: Profile.State()) { Profile() })
    let name = view.$store.name
    name.wrappedValue = "Ada"
    #expect(view.store.name == "Ada")
    #expect(view.store.log == ["name is Ada"])
    #expect(name.wrappedValue == "Ada")
    view.store.goal = 3
    #expect(view.store.state.goal == 3)
  }

  @Test func `a property is bound to an action of its own`() {
    let view = TabsView(store: Store(initialState: Tabs.State()) { Tabs() })
    let tab = view.$store.tab.sending(\.tabSelected)
    tab.wrappedValue = 2
    #expect(view.store.tab == 2)
    #expect(view.store.selections == 1)
    view.$store.place.floor.sending(\.floorSelected).wrappedValue = 4
    #expect(view.store.place.floor == 4)
  }

  @Test func `a property in an extension of the store is bound by what it sends`() {
    let view = TabsView(store: Store(initialState: Tabs.State()) { Tabs() })
    let isFirst = view.$store.isFirst
    isFirst.wrappedValue = false
    #expect(view.store.tab == 1)
    #expect(!isFirst.wrappedValue)
  }

  @Test func `bindings stand alone too`() {
    #expect(Binding.constant(3).wrappedValue == 3)
    let box = Box()
    let binding = Binding(get: { box.place }, set: { box.place = $0 })
    binding.floor.wrappedValue = 9
    #expect(box.place.floor == 9)
  }

  @Test func `a view sends view actions and binds through them`() async {
    let view = TimerView(store: Store(initialState: Timer.State()) { Timer() })
    view.send(.startTapped)
    view.$store.reps.wrappedValue += 1
    #expect(view.store.reps == 2)
    let store = TestStore(initialState: Timer.State()) { Timer() }
    await store.send(.view(.binding(.set(\.reps, 5)))) { $0.reps = 5 }
  }

  @Test func `a bindable action without case paths works as well`() {
    var state = Profile.State()
    _ = BindingReducer<Profile.State, Plain, Plain>()
      .reduce(into: &state, action: .binding(.set(\.goal, 8)))
    _ = BindingReducer<Profile.State, Plain, Plain>().reduce(into: &state, action: .other)
    #expect(state.goal == 8)
  }
}

private enum Plain: BindableAction {
  case binding(BindingAction<Profile.State>)
  case other
}

@MainActor
private final class Box {
  var place = Tabs.Place()
}

@Reducer
private struct Profile {
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

private struct ProfileView {
  @Bindable var store: StoreOf<Profile>
}

@Reducer
private struct Tabs {
  struct Place: Equatable { var floor = 0 }

  @ObservableState
  struct State: Equatable {
    var tab = 0
    var selections = 0
    var place = Place()
  }

  enum Action {
    case tabSelected(Int)
    case floorSelected(Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tabSelected(let tab):
        state.tab = tab
        state.selections += 1
      case .floorSelected(let floor):
        state.place.floor = floor
      }
      return .none
    }
  }
}

extension StoreOf<Tabs> {
  fileprivate var isFirst: Bool {
    get { self.tab == 0 }
    set { send(.tabSelected(newValue ? 0 : 1)) }
  }
}

private struct TabsView {
  @Bindable var store: StoreOf<Tabs>
}

@Reducer
private struct Timer {
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

@ViewAction(for: Timer.self)
private struct TimerView {
  @Bindable var store: StoreOf<Timer>
}
