import ReducerRuntime
import ReducerTestSupport
import Testing

/// Tests of the report of a child without `ifLet` or `forEach`.
@Suite(.checksForLeaks)
@MainActor
struct HandledActionsTests {
  @Test func `a child's action without an operator is reported once, at its step`() async {
    let store = TestStore(initialState: Page.State()) {
      Reduce<Page.State, Page.Action> { _, _ in .none }
    }
    let line = UInt(#line) + 2
    let issues = await reported {
      await store.send(.lamp(.presented(.tapped)))
      await store.send(.lamp(.presented(.tapped)))
      await store.send(.rows(.element(id: 0, action: .tapped)))
      await store.send(.path(.popFrom(id: 0)))
      await store.send(.part(.lamp(.dismiss)))
    }
    #expect(issues.map(\.line) == [line])
    #expect(
      issues.first?.message == """
        No reducer receives the actions of the child 'lamp':

          Page.Action.lamp(
            .presented(.tapped)
          )

        Add '.ifLet(…, action: \\.lamp)' to the body of its parent's reducer.
        """)
  }

  @Test func `the message names the operator`() async {
    let operators: [(Page.Action, String)] = [
      (.rows(.element(id: 0, action: .tapped)), "forEach(…, action: \\.rows)"),
      (.path(.popFrom(id: 0)), "forEach(…, action: \\.path)"),
      (.part(.lamp(.dismiss)), "ifLet(…, action: \\.lamp)"),
    ]
    for (action, name) in operators {
      let store = TestStore(initialState: Page.State()) {
        Reduce<Page.State, Page.Action> { _, _ in .none }
      }
      let issues = await issues { await store.send(action) }
      #expect(issues.count == 1)
      #expect(issues.first?.contains(name) == true)
    }
  }

  @Test func `a child that an operator runs is not reported`() async {
    let store = TestStore(initialState: Page.State(lamp: Lamp.State(), rows: [Lamp.State()])) {
      Page()
    }
    await store.send(.lamp(.presented(.tapped))) { $0.lamp?.taps = 1 }
    await store.send(.rows(.element(id: 0, action: .tapped))) { $0.rows[0].taps = 1 }
    await store.send(.part(.lamp(.presented(.tapped)))) { $0.part.lamp?.taps = 1 }
    await store.send(.path(.push(id: 0, state: Lamp.State()))) { $0.path[id: 0] = Lamp.State() }
  }
}

@Reducer
private struct Lamp {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id = 0
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

@Reducer
private struct Part {
  @ObservableState
  struct State: Equatable {
    @Presents var lamp: Lamp.State? = Lamp.State()
  }

  enum Action { case lamp(PresentationAction<Lamp.Action>) }

  var body: some ReducerOf<Self> {
    EmptyReducer().ifLet(\.$lamp, action: \.lamp) { Lamp() }
  }
}

@Reducer
private struct Page {
  @ObservableState
  struct State: Equatable {
    @Presents var lamp: Lamp.State?
    var rows: IdentifiedArrayOf<Lamp.State> = []
    var path = StackState<Lamp.State>()
    var part = Part.State()
  }

  enum Action {
    case lamp(PresentationAction<Lamp.Action>)
    case part(Part.Action)
    case path(StackActionOf<Lamp>)
    case rows(IdentifiedActionOf<Lamp>)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.part, action: \.part) { Part() }
    EmptyReducer()
      .ifLet(\.$lamp, action: \.lamp) { Lamp() }
      .forEach(\.rows, action: \.rows) { Lamp() }
      .forEach(\.path, action: \.path) { Lamp() }
  }
}
