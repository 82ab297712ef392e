import ReducerRuntime
import ReducerTestSupport
import Testing

@MainActor
@Suite(.checksForLeaks) struct IfLetReducerTests {
  @Test func `an action for an absent child is reported`() async {
    let reported = await issues {
      let store = Store(initialState: Family.State()) { Family() }
      store.send(.optional(.increment))
      #expect(store.optional == nil)
    }
    #expect(
      reported == [
        """
        An 'ifLet' received an action for a child that is not there:

          Family.Action.optional(.increment)

        Cancel the child's effects before it is removed, and send its actions only while it is presented.
        """
      ])
  }

  @Test func `the child sees an action first`() {
    let store = Store<Int?, Nested.Action>(initialState: 1) {
      Reduce { state, _ in
        state = state.map { $0 * 10 }
        return .none
      }
      .ifLet(\.self, action: \.child) {
        Reduce { state, _ in
          state += 1
          return .none
        }
      }
    }
    store.send(.child(0))
    #expect(store.state == 20)
  }

  enum Nested {
    @CasePathable enum Action { case child(Int) }
  }
}

@Suite(.checksForLeaks)
@MainActor
struct IfCaseLetReducerTests {
  let clock = TestClock()

  private func store(_ state: Lamp.State) -> TestStoreOf<Lamp> {
    TestStore(initialState: state) {
      Lamp()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test func `the child sees an action before its parent`() async {
    let store = store(.lit(Bulb.State()))
    await store.send(.lit(.broke)) { $0 = .dark(1) }
  }

  @Test func `a child's effects end when the case changes`() async {
    let store = store(.lit(Bulb.State()))
    await store.send(.lit(.heat))
    await clock.advance(by: .seconds(1))
    await store.receive(\.lit.heated) { $0.modify(\.lit) { $0.heat = 1 } }
    await store.send(.switchedOff) { $0 = .dark(0) }
    await clock.advance(by: .seconds(1))
    await store.finish()
  }

  @Test func `a child's effects continue when its parent's new state has the same case`() async {
    let store = store(.lit(Bulb.State()))
    await store.send(.lit(.heat))
    await store.send(.replaced) { $0 = .lit(Bulb.State(heat: 5)) }
    await clock.advance(by: .seconds(1))
    await store.receive(\.lit.heated) { $0.modify(\.lit) { $0.heat = 6 } }
    await store.send(.switchedOff) { $0 = .dark(0) }
  }

  @Test func `an action for another case is reported at the operator, and the parent sees it`()
    async
  {
    let store = Store(initialState: Lamp.State.dark(0)) { Lamp() }
    let issues = await reported { store.send(.lit(.broke)) }
    #expect(issues.map(\.line) == [Lamp.line])
    #expect(store.state == .dark(1))
  }
}

@Reducer
private struct Lamp {
  @ObservableState
  enum State: Equatable {
    case dark(Int)
    case lit(Bulb.State)
  }

  enum Action {
    case lit(Bulb.Action)
    case switchedOff
    case replaced
  }

  static let line = UInt(#line) + 12

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .lit(.broke): state = .dark((state[case: \.lit]?.heat ?? 1))
      case .lit: break
      case .switchedOff: state = .dark(0)
      case .replaced: state = .lit(Bulb.State(heat: 5))
      }
      return .none
    }
    .ifCaseLet(\.lit, action: \.lit) { Bulb() }
  }
}

@Reducer
private struct Bulb {
  @ObservableState
  struct State: Equatable { var heat = 0 }
  enum Action { case heat, heated, broke }
  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .heat:
        return .run { send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.heated) }
        }
      case .heated: state.heat += 1
      case .broke: state.heat = 1
      }
      return .none
    }
  }
}

@MainActor
@Suite(.checksForLeaks) struct ForEachReducerTests {
  @Test func `removing an element cancels only its effects`() {
    let family = FamilyStore(Family.State(rows: [Child.State(id: 1), Child.State(id: 2)]))
    family.send(.rows(.element(id: 1, action: .wait("a"))))
    family.send(.rows(.element(id: 2, action: .wait("b"))))
    family.send(.remove(1))
    family.fire("a")
    family.fire("b")
    #expect(family.store.rows.map(\.count) == [100])
    family.send(.remove(2))
    #expect(family.store.isIdle)
  }

  @Test func `an action for an absent element is reported`() async {
    let reported = await issues {
      let store = Store(initialState: Family.State()) { Family() }
      store.send(.rows(.element(id: 3, action: .increment)))
    }
    #expect(reported.count == 1)
    #expect(reported.first?.hasPrefix("A 'forEach' received an action") == true)
  }
}

@MainActor
@Suite(.checksForLeaks) struct PresentationReducerTests {
  @Test func `dismissal ends the child and its effects`() {
    let family = FamilyStore()
    family.send(.present(1))
    family.send(.presented(.presented(.wait("a"))))
    family.fire("a")
    #expect(family.store.presented?.count == 100)
    family.send(.presented(.dismiss))
    #expect(family.store.presented == nil)
    #expect(family.store.isIdle)
  }

  @Test func `setting the child to nil cancels its effects`() {
    let family = FamilyStore()
    family.send(.present(1))
    family.send(.presented(.presented(.wait("a"))))
    family.send(.present(nil))
    #expect(family.store.isIdle)
  }

  @Test func `a child with another identity cancels the effects of the previous child`() {
    let family = FamilyStore()
    family.send(.present(1))
    family.send(.presented(.presented(.wait("a"))))
    family.send(.present(1))
    #expect(!family.store.isIdle)
    family.send(.present(2))
    #expect(family.store.isIdle)
  }

  @Test func `an action for an absent child is reported`() async {
    let reported = await issues {
      let store = Store(initialState: Family.State()) { Family() }
      store.send(.presented(.presented(.increment)))
      store.send(.presented(.dismiss))
    }
    #expect(reported.count == 2)
  }

  @Test func `a change to another case of an enum replaces the child`() {
    let queue = EffectQueue()
    let store = Store(
      initialState: Screens.State(), reducer: { Screens() },
      withDependencies: { _ in }, effectExecutor: queue)
    store.send(.show(.first(Child.State())))
    store.send(.screen(.presented(.wait)))
    queue.drain()
    store.send(.show(.first(Child.State())))
    #expect(!store.isIdle)
    store.send(.show(.second(Child.State())))
    queue.drain()
    #expect(store.isIdle)
  }

  @Reducer
  struct Screens {
    @ObservableState
    struct State: Equatable { @Presents var screen: Screen.State? }
    enum Action {
      case show(Screen.State)
      case screen(PresentationAction<Screen.Action>)
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .show(let screen) = action { state.screen = screen }
        return .none
      }
      .ifLet(\.$screen, action: \.screen) { Screen() }
    }
  }

  @Reducer
  struct Screen {
    @ObservableState
    enum State: Equatable {
      case first(Child.State)
      case second(Child.State)
    }
    enum Action { case wait }
    var body: some ReducerOf<Self> {
      Reduce { _, _ in .run { _ in for await _ in Signal().stream {} } }
    }
  }
}
