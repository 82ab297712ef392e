import ReducerRuntime
import ReducerTestSupport
import Testing

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

  @Test func `a child with another identity cancels the previous effects`() {
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

  @Test func `another case of an enum is another child`() {
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
