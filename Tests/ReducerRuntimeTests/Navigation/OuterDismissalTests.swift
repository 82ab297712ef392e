import ReducerRuntime
import ReducerTestSupport
import Testing

/// Tests of a child that a reducer before or after the `ifLet` or `forEach` removes.
@Suite(.checksForLeaks)
@MainActor
struct OuterDismissalTests {
  @Test func `a child's effects end when an earlier reducer sets it to nil`() async {
    let store = TestStore(initialState: Parent.State(child: Waiting.State())) { Parent() }
    await store.send(.child(.presented(.wait)))
    await store.send(.removeInEarlierReducer) {
      $0.child = nil
      $0.path = []
    }
  }

  @Test func `a child's effects end with the action after it was set to nil`() async {
    let store = TestStore(initialState: Parent.State(child: Waiting.State())) { Parent() }
    await store.send(.child(.presented(.wait)))
    await store.send(.removeInLaterReducer) { $0.child = nil }
    await store.send(.nothing)
  }

  @Test func `a child's effects end when an earlier reducer replaces it`() async {
    let store = TestStore(initialState: Parent.State(child: Waiting.State(id: 1))) { Parent() }
    await store.send(.child(.presented(.wait)))
    await store.send(.replaceInEarlierReducer(2)) { $0.child = Waiting.State(id: 2) }
    await store.send(.child(.dismiss)) { $0.child = nil }
  }

  @Test func `an element's effects end when an earlier reducer removes it`() async {
    let store = TestStore(initialState: Parent.State(path: [Waiting.State()])) { Parent() }
    await store.send(\.path[id: 0].wait)
    await store.send(.removeInEarlierReducer) { $0.path = [] }
  }

  @Test func `an element's effects end with the action after it was removed`() async {
    let store = TestStore(initialState: Parent.State(path: [Waiting.State(), Waiting.State()])) {
      Parent()
    }
    await store.send(\.path[id: 0].wait)
    let task = await store.send(\.path[id: 1].wait)
    await store.send(.removeFirstInLaterReducer) { $0.path[id: 0] = nil }
    await store.send(.nothing)
    await task.cancel()
  }
}

@Reducer
private struct Parent {
  @ObservableState
  struct State: Equatable {
    @Presents var child: Waiting.State?
    var path = StackState<Waiting.State>()
  }

  enum Action {
    case child(PresentationAction<Waiting.Action>)
    case path(StackActionOf<Waiting>)
    case removeInEarlierReducer, removeInLaterReducer, removeFirstInLaterReducer, nothing
    case replaceInEarlierReducer(Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .removeInEarlierReducer:
        state.child = nil
        state.path.removeAll()
      case .replaceInEarlierReducer(let id): state.child = Waiting.State(id: id)
      default: break
      }
      return .none
    }
    EmptyReducer()
      .ifLet(\.$child, action: \.child) { Waiting() }
      .forEach(\.path, action: \.path) { Waiting() }
    Reduce { state, action in
      switch action {
      case .removeInLaterReducer: state.child = nil
      case .removeFirstInLaterReducer: state.path.removeFirst()
      default: break
      }
      return .none
    }
  }
}

@Reducer
private struct Waiting {
  @ObservableState
  struct State: Equatable, Identifiable { var id = 0 }
  enum Action { case wait }

  var body: some ReducerOf<Self> {
    Reduce { _, _ in .run { _ in for await _ in AsyncStream<Void>.makeStream().stream {} } }
  }
}
