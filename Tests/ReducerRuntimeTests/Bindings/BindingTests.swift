import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct BindingTests {
  @Test func `a constant binding ignores changes`() {
    let constant = Binding.constant(3)
    constant.wrappedValue = 4
    #expect(constant.wrappedValue == 3)
  }

  @Test func `a part of a binding is a binding`() {
    let box = Box()
    let binding = Binding(get: { box.place }, set: { box.place = $0 })
    let floor = Binding(projectedValue: binding.floor)
    floor.wrappedValue += 2
    #expect(box.place.floor == 2)
    #expect(floor.projectedValue.wrappedValue == 2)
  }
}

@MainActor
private final class Box {
  var place = Place()
}

private struct Place { var floor = 0 }

@Suite(.checksForLeaks)
@MainActor
struct BindingActionTests {
  @Test func `a binding action is identified by its property`() {
    let action = BindingAction<Profile.State>.set(\.name, "Ada")
    #expect(action == .set(\.name, "Ada"))
    #expect(action != .set(\.name, "Bob"))
    #expect(action != .set(\.goal, 1))
    #expect(Profile.Action.binding(action)[case: \.binding.name] == "Ada")
    #expect(Profile.Action.binding(action)[case: \.binding.goal] == nil)
    #expect(Profile.Action.reset.binding == nil)
    #expect(Profile.Action.binding(action).binding == action)
  }

  @Test func `a test receives a binding action by its property`() async {
    let store = TestStore(initialState: Profile.State()) { Profile() }
    await store.send(.reset)
    await store.receive(\.binding.goal) { $0.goal = 20 }
    await store.send(.reset)
    await store.receive(\.binding.goal, 20)
  }

  @Test func `a reducer matches a binding action by its property`() {
    let action = BindingAction<Profile.State>.set(\.name, "Ada")
    #expect(\Profile.State.name ~= action)
    #expect(!(\Profile.State.goal ~= action))
    #expect(action.keyPath == \Profile.State.name)
  }

  @Test func `a dump shows the property and its value`() {
    let dump = String(customDumping: BindingAction<Place>.set(\.floor, 3))
    #expect(dump == #".set(\Place.floor, 3)"#)
  }
}

@Suite(.checksForLeaks)
@MainActor
struct BindingConversionTests {
  @Test func `a control is bound to a shared value`() {
    @Shared(value: 1) var count
    let binding = Binding($count)
    binding.wrappedValue = 5
    #expect(count == 5)
    $count.withLock { $0 = 6 }
    #expect(binding.wrappedValue == 6)
  }

  @Test func `a control is bound to an optional while it has a value`() throws {
    @Shared(value: 1) var count: Int?
    let payload: Binding<Int> = try #require(Binding(Binding($count)))
    let isPresent = Binding<Bool>(Binding($count))
    payload.wrappedValue = 2
    #expect(count == 2)
    #expect(isPresent.wrappedValue)
    isPresent.wrappedValue = false
    payload.wrappedValue = 3
    #expect(count == nil)
    #expect(payload.wrappedValue == 2)
    #expect(Binding<Int>(Binding($count)) == nil)
  }

  @Test func `a control is bound to the payload of a case`() throws {
    @Shared(value: .name("Ada")) var field: Field
    let binding = Binding($field)
    let name: Binding<String> = try #require(binding.name)
    name.wrappedValue = "Bob"
    #expect(field == .name("Bob"))
    $field.withLock { $0 = .goal(3) }
    name.wrappedValue = "Cy"
    #expect(field == .goal(3))
    let other: Binding<String>? = binding.name
    #expect(other == nil)
  }

  @CasePathable
  enum Field: Equatable {
    case name(String)
    case goal(Int)
  }
}

@Suite(.checksForLeaks)
@MainActor
struct BindableActionTests {
  @Test func `a bindable action without case paths works as well`() {
    var state = Profile.State()
    _ = BindingReducer<Profile.State, Plain, Plain>()
      .reduce(into: &state, action: .binding(.set(\.goal, 8)))
    _ = BindingReducer<Profile.State, Plain, Plain>().reduce(into: &state, action: .other)
    #expect(state.goal == 8)
  }

  @Test func `set is a shorthand for the binding case`() {
    #expect(Profile.Action.set(\.goal, 3).binding == .set(\.goal, 3))
    #expect(Profile.Action.reset.binding == nil)
    #expect(Plain.set(\.goal, 3).binding == .set(\.goal, 3))
    #expect(Plain.other.binding == nil)
  }
}

private enum Plain: BindableAction {
  case binding(BindingAction<Profile.State>)
  case other
}

@Suite(.checksForLeaks)
@MainActor
struct BindingReducerTests {
  @Test func `a binding action sets its property before the next reducers run`() async {
    let store = TestStore(initialState: Profile.State()) { Profile() }
    await store.send(.binding(.set(\.name, "Ada"))) {
      $0.name = "Ada"
      $0.log = ["name is Ada"]
    }
    await store.send(.binding(.set(\.goal, 10))) { $0.goal = 10 }
    await store.send(.set(\.goal, 11)) { $0.goal = 11 }
  }

  @Test func `a binding action nested in a view action sets its property`() async {
    let store = TestStore(initialState: Stopwatch.State()) { Stopwatch() }
    await store.send(.view(.binding(.set(\.reps, 5)))) { $0.reps = 5 }
    await store.send(.started) { $0.reps = 1 }
  }

  @Test func `a control's change that no reducer applies is reported`() async {
    let store = Store(initialState: Unbound.State()) { Unbound() }
    let issues = await reported { store.name = "Ada" }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("'BindingReducer()'") == true)
    #expect(store.name == "")
  }

  @Test func `a change by a control of a removed child is not reported`() async {
    let store = Store(initialState: Screen.State(profile: Profile.State())) { Screen() }
    let child = store.scope(state: \.profile, action: \.profile.presented)
    store.send(.profile(.dismiss))
    let issues = await reported { child?.goal = 5 }
    #expect(!issues.contains { $0.message.contains("'BindingReducer()'") })
  }
}

@Reducer
private struct Unbound {
  @ObservableState
  struct State: Equatable { var name = "" }

  enum Action: BindableAction { case binding(BindingAction<State>) }

  var body: some ReducerOf<Self> { Reduce { _, _ in .none } }
}

@Reducer
private struct Screen {
  @ObservableState
  struct State: Equatable { @Presents var profile: Profile.State? }

  enum Action { case profile(PresentationAction<Profile.Action>) }

  var body: some ReducerOf<Self> {
    EmptyReducer().ifLet(\.$profile, action: \.profile) { Profile() }
  }
}

@Suite(.checksForLeaks)
@MainActor
struct ViewActionTests {
  @Test func `a view sends view actions and binds through them`() {
    let view = StopwatchView(store: Store(initialState: Stopwatch.State()) { Stopwatch() })
    view.send(.startTapped)
    view.$store.reps.wrappedValue += 1
    #expect(view.store.reps == 2)
  }
}

@ViewAction(for: Stopwatch.self)
private struct StopwatchView {
  @Bindable var store: StoreOf<Stopwatch>
}

// MARK: - Features

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
