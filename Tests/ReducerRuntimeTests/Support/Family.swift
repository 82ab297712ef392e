import ReducerRuntime

/// A parent with a child of each kind.
@Reducer
struct Family {
  @ObservableState
  struct State: Equatable {
    var child = Child.State()
    var plain = PlainChild.State()
    var optional: PlainChild.State?
    @Presents var presented: Child.State?
    var rows: IdentifiedArrayOf<Child.State> = []
    var plainRows: IdentifiedArrayOf<PlainChild.State> = []
    var note = ""
  }

  enum Action {
    case child(Child.Action)
    case plain(PlainChild.Action)
    case optional(PlainChild.Action)
    case presented(PresentationAction<Child.Action>)
    case rows(IdentifiedActionOf<Child>)
    case plainRows(IdentifiedActionOf<PlainChild>)
    case present(Int?)
    case setNote(String)
    case remove(Int)
    case incrementChild
    case replaceChild
    case replaceAll
    case cancelAll
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: \.child) { Child() }
    Scope(state: \.plain, action: \.plain) { PlainChild() }
    Reduce { state, action in
      switch action {
      case .present(let id):
        state.presented = id.map { Child.State(id: $0) }
        state.optional = id.map { PlainChild.State(id: $0) }
      case .setNote(let note): state.note = note
      case .remove(let id):
        state.rows.remove(id: id)
        state.plainRows.remove(id: id)
      case .incrementChild: state.child.count += 1
      case .replaceChild: state.child = Child.State()
      case .replaceAll: state = State()
      case .cancelAll: return .cancel(id: Child.CancelID.wait)
      default: break
      }
      return .none
    }
    .ifLet(\.optional, action: \.optional) { PlainChild() }
    .ifLet(\.$presented, action: \.presented) { Child() }
    .forEach(\.rows, action: \.rows) { Child() }
    .forEach(\.plainRows, action: \.plainRows) { PlainChild() }
  }
}

@Reducer
struct Child {
  @ObservableState
  struct State: Equatable, Identifiable {
    var id = 0
    var count = 0
  }

  enum Action: Equatable {
    case increment
    case setCount(Int)
    case reset
    case wait(String)
    case woke(String)
    case cancel
    case sendTo(String)
  }

  enum CancelID { case wait }
  @Dependency(\.signals) var signals

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment: state.count += 1
      case .setCount(let count): state.count = count
      case .reset: state = State(id: state.id)
      case .wait(let name):
        return .run { [signal = signals[name]] send in
          for await _ in signal.stream { await send(.woke(name)) }
        }
        .cancellable(id: CancelID.wait)
      case .woke: state.count += 100
      case .cancel: return .cancel(id: CancelID.wait)
      case .sendTo(let name): return .send(.woke(name))
      }
      return .none
    }
  }
}

@Reducer
struct PlainChild {
  struct State: Equatable, Identifiable {
    var id = 0
    var count = 0
  }

  enum Action { case increment }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.count += 1
      return .none
    }
  }
}

/// Signals by name.
final class Signals: DependencyKey, Sendable {
  private let signals: [String: Signal]

  init(_ names: [String] = ["a", "b", "c"]) {
    signals = Dictionary(uniqueKeysWithValues: names.map { ($0, Signal()) })
  }

  subscript(name: String) -> Signal { signals[name]! }

  static let liveValue = Signals()
  static var testValue: Signals { Signals() }
}

extension DependencyValues {
  var signals: Signals {
    get { self[Signals.self] }
    set { self[Signals.self] = newValue }
  }
}

/// A family whose effects run when `queue` is drained.
@MainActor
struct FamilyStore {
  let queue = EffectQueue()
  let signals = Signals()
  let store: StoreOf<Family>

  init(_ state: Family.State = Family.State()) {
    let signals = signals
    store = Store(
      initialState: state, reducer: { Family() },
      withDependencies: { $0.signals = signals }, effectExecutor: queue)
  }

  func send(_ action: Family.Action) {
    store.send(action)
    queue.drain()
  }

  func fire(_ name: String) {
    signals[name].fire()
    queue.drain()
  }
}
