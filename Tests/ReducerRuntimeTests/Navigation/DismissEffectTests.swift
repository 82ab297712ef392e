import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct DismissEffectTests {
  @Test func `a presented child dismisses itself`() async {
    let store = TestStore(initialState: House.State(room: Room.State())) { House() }
    await store.send(.room(.presented(.leave)))
    await store.receive(\.room.dismiss) { $0.room = nil }
  }

  @Test func `a child of a presented feature dismisses that feature`() async {
    let store = TestStore(initialState: House.State(room: Room.State(chair: Chair.State()))) {
      House()
    }
    await store.send(.room(.presented(.chair(.leave))))
    await store.receive(\.room.dismiss) { $0.room = nil }
  }

  @Test func `dismissal cancels all effects of the child`() async {
    let clock = TestClock()
    let store = TestStore(initialState: House.State(room: Room.State())) {
      House()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.room(.presented(.waitAndLeave)))
    await clock.advance(by: .seconds(1))
    await store.receive(\.room.dismiss) { $0.room = nil }
    await clock.advance(by: .seconds(10))
    await store.finish()
  }

  @Test func `dismissing a child that is not presented is reported`() async {
    let queue = EffectQueue()
    let store = Store(
      initialState: House.State(shed: Chair.State()), reducer: { House() },
      withDependencies: { $0.context = .test }, effectExecutor: queue)
    let issues = await reported {
      store.send(.shed(.leave))
      queue.drain()
    }
    #expect(issues.map(\.line) == [Chair.leaveLine])
    #expect(store.shed != nil)
  }

  @Test func `a test store records the dismissal of its feature`() async {
    let store = TestStore(initialState: Room.State()) { Room() }
    await store.send(.ask)
    #expect(!store.isDismissed)
    await store.send(.leave)
    #expect(store.isDismissed)
  }

  @Test func `isPresented can be read in a reducer and in its effects`() async {
    let store = TestStore(initialState: House.State(room: Room.State(), shed: Chair.State())) {
      House()
    }
    await store.send(.room(.presented(.ask))) { $0.room?.isPresented = true }
    await store.send(.room(.presented(.askInEffect)))
    await store.receive(\.room.presented.answered) { $0.room?.isPresentedInEffect = true }
    await store.send(.shed(.ask))

    let alone = TestStore(initialState: Room.State()) { Room() }
    await alone.send(.ask)
    await alone.send(.askInEffect)
    await alone.receive(\.answered)
  }

  @Test func `isPresented is false in the parent's effects, even for the child's actions`() async {
    let store = TestStore(initialState: House.State(room: Room.State())) { House() }
    await store.send(.room(.presented(.knock)))
    await store.receive(\.room.presented.knocked)
    await store.receive(\.heard) { $0.wasPresented = false }
  }
}

@Reducer
private struct House {
  @ObservableState
  struct State: Equatable {
    @Presents var room: Room.State?
    var shed: Chair.State?
    var wasPresented: Bool?
  }

  enum Action {
    case room(PresentationAction<Room.Action>)
    case shed(Chair.Action)
    case heard(Bool)
  }

  @Dependency(\.isPresented) var isPresented

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .room(.presented(.knocked)):
        return .run { send in await send(.heard(isPresented)) }
      case .heard(let isPresented): state.wasPresented = isPresented
      default: break
      }
      return .none
    }
    .ifLet(\.$room, action: \.room) { Room() }
    .ifLet(\.shed, action: \.shed) { Chair() }
  }
}

@Reducer
private struct Room {
  @ObservableState
  struct State: Equatable {
    var chair: Chair.State?
    var isPresented = false
    var isPresentedInEffect = false
  }

  enum Action {
    case chair(Chair.Action)
    case leave
    case waitAndLeave
    case ask
    case askInEffect
    case answered(Bool)
    case knock
    case knocked
  }

  @Dependency(\.dismiss) var dismiss
  @Dependency(\.isPresented) var isPresented
  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .chair: break
      case .leave: return .run { _ in await dismiss() }
      case .waitAndLeave:
        return .merge(
          .run { _ in
            try await clock.sleep(for: .seconds(1))
            await dismiss()
            try await clock.sleep(for: .seconds(1))
            Issue.record("A dismissed feature's effect continued")
          },
          .run { send in
            try await clock.sleep(for: .seconds(2))
            await send(.answered(true))
          })
      case .ask: state.isPresented = isPresented
      case .askInEffect: return .run { send in await send(.answered(isPresented)) }
      case .answered(let isPresented): state.isPresentedInEffect = isPresented
      case .knock: return .run { send in await send(.knocked) }
      case .knocked: break
      }
      return .none
    }
    .ifLet(\.chair, action: \.chair) { Chair() }
  }
}

@Reducer
private struct Chair {
  @ObservableState
  struct State: Equatable { var isPresented = false }
  enum Action { case leave, ask }

  static let leaveLine = UInt(#line) + 9
  @Dependency(\.dismiss) var dismiss
  @Dependency(\.isPresented) var isPresented

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .leave:
        return .run { _ in
          await dismiss()
        }
      case .ask: state.isPresented = isPresented
      }
      return .none
    }
  }
}

/// Tests of a child that a reducer removes before the child's `ifLet` or `forEach` runs.
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
    case removeInEarlierReducer
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
