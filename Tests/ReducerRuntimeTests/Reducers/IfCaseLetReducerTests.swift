import ReducerRuntime
import ReducerTestSupport
import Testing

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

  @Test func `a child's effects outlive a change of its parent in the same case`() async {
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
