import ReducerRuntime
import ReducerTestSupport
import Testing

/// A child can be removed by a reducer whose changes the child's operator does not see: a sibling of the operator, or
/// an ancestor. The child's effects end with the next action that the operator receives.
@MainActor
@Suite(.checksForLeaks) struct RemovedChildTests {
  @Test(arguments: ChildPlace.allCases)
  func `effects end if a child is removed outside its operator`(_ place: ChildPlace) {
    let house = HouseStore()
    house.send(.start(place))
    house.tick()
    #expect(house.ticks == 1)
    house.send(.removeBeside(place))
    house.send(.idle)
    #expect(house.store.isIdle)
    house.tick()
    #expect(house.ticks == 1)
  }

  @Test(arguments: ChildPlace.allCases)
  func `effects end if a child is replaced outside its operator`(_ place: ChildPlace) {
    let house = HouseStore()
    house.send(.start(place))
    house.send(.replaceBeside(place))
    house.send(.idle)
    #expect(house.store.isIdle)
    house.tick()
    #expect(house.ticks == 0)
  }

  @Test(arguments: ChildPlace.allCases)
  func `effects end if the parent of their feature is replaced`(_ place: ChildPlace) {
    let house = HouseStore()
    house.send(.start(place))
    house.send(.rebuildBeside)
    house.send(.idle)
    #expect(house.store.isIdle)
  }

  @Test(arguments: ChildPlace.allCases)
  func `the effects of other children continue`(_ place: ChildPlace) {
    let house = HouseStore()
    for other in ChildPlace.allCases where other != place { house.send(.start(other)) }
    house.send(.start(place))
    house.send(.removeBeside(place))
    house.send(.idle)
    house.tick()
    #expect(house.ticks == ChildPlace.allCases.count - 1)
    house.send(.rebuildBeside)
    house.send(.idle)
    #expect(house.store.isIdle)
  }

  @Test func `popping elements ends only the effects of these elements`() {
    let house = HouseStore()
    house.send(.start(.stack))
    house.send(.push(8))
    house.send(.push(9))
    house.send(.room(.stack(.element(id: 2, action: .start))))
    house.send(.room(.stack(.popFrom(id: 1))))
    house.tick()
    #expect(house.ticks == 1)
    #expect(house.store.room.stack.ids == [0])
  }
}

enum ChildPlace: CaseIterable {
  case optional, presented, row, stack, enumCase
}

@Reducer
private struct House {
  @ObservableState
  struct State: Equatable {
    var room = Room.State()
  }

  enum Action {
    case room(Room.Action)
    case start(ChildPlace)
    case removeBeside(ChildPlace)
    case replaceBeside(ChildPlace)
    case rebuildBeside
    case push(Int)
    case idle
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.room, action: \.room) { Room() }
    Reduce { state, action in
      switch action {
      case .start(let place):
        state.room.add(1, at: place)
        return .send(.room(place.start))
      case .removeBeside(let place): state.room.remove(at: place)
      case .replaceBeside(let place): state.room.replace(at: place)
      case .rebuildBeside: state.room = Room.State()
      case .push(let id): state.room.stack.append(Lamp.State(id: id))
      case .idle: return .send(.room(.idle))
      case .room: break
      }
      return .none
    }
  }
}

extension ChildPlace {
  fileprivate var start: Room.Action {
    switch self {
    case .optional: .optional(.start)
    case .presented: .presented(.presented(.start))
    case .row: .rows(.element(id: 1, action: .start))
    case .stack: .stack(.element(id: 0, action: .start))
    case .enumCase: .light(.on(.start))
    }
  }
}

@Reducer
private struct Room {
  @ObservableState
  struct State: Equatable {
    var optional: Lamp.State?
    @Presents var presented: Lamp.State?
    var rows: IdentifiedArrayOf<Lamp.State> = []
    var stack = StackState<Lamp.State>()
    var light = Light.State.off

    mutating func add(_ id: Int, at place: ChildPlace) {
      let lamp = Lamp.State(id: id)
      switch place {
      case .optional: optional = lamp
      case .presented: presented = lamp
      case .row: rows = [lamp]
      case .stack: stack.append(lamp)
      case .enumCase: light = .on(lamp)
      }
    }

    mutating func remove(at place: ChildPlace) {
      switch place {
      case .optional: optional = nil
      case .presented: presented = nil
      case .row: rows = []
      case .stack: stack.removeAll()
      case .enumCase: light = .off
      }
    }

    mutating func replace(at place: ChildPlace) {
      if place == .stack {
        stack = StackState([Lamp.State(id: 1), Lamp.State(id: 2)])
        stack.pop(from: stack.ids[0])
      } else {
        add(2, at: place)
      }
    }
  }

  enum Action {
    case optional(Lamp.Action)
    case presented(PresentationAction<Lamp.Action>)
    case rows(IdentifiedActionOf<Lamp>)
    case stack(StackActionOf<Lamp>)
    case light(Light.Action)
    case idle
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.light, action: \.light) { Light() }
    Reduce { _, _ in .none }
      .ifLet(\.optional, action: \.optional) { Lamp() }
      .ifLet(\.$presented, action: \.presented) { Lamp() }
      .forEach(\.rows, action: \.rows) { Lamp() }
      .forEach(\.stack, action: \.stack) { Lamp() }
    Reduce { _, action in
      if case .idle = action { .send(.light(.idle)) } else { .none }
    }
  }
}

@Reducer
private struct Light {
  @CasePathable
  @ObservableState
  enum State: Equatable {
    case off
    case on(Lamp.State)
  }

  enum Action {
    case on(Lamp.Action)
    case idle
  }

  var body: some ReducerOf<Self> {
    EmptyReducer().ifCaseLet(\.on, action: \.on) { Lamp() }
  }
}

/// A feature with an effect that does not end by itself.
@Reducer
private struct Lamp {
  @ObservableState
  struct State: Equatable, Identifiable {
    var id = 0
  }

  enum Action {
    case start
    case ticked
  }

  @Dependency(\.lampSignals) var signals

  var body: some ReducerOf<Self> {
    Reduce { _, action in
      switch action {
      case .start:
        return .run { [signal = signals.make()] send in
          for await _ in signal.stream { await send(.ticked) }
        }
      case .ticked:
        signals.countTick()
        return .none
      }
    }
  }
}

/// The signals of all lamps that were started.
private final class LampSignals: DependencyKey, Sendable {
  private let signals = LockIsolated<[Signal]>([])
  private let ticks = LockIsolated(0)

  static let liveValue = LampSignals()
  static var testValue: LampSignals { LampSignals() }

  func make() -> Signal {
    let signal = Signal()
    signals.withValue { $0.append(signal) }
    return signal
  }

  func fireAll() { signals.withValue { $0.forEach { $0.fire() } } }
  func countTick() { ticks.withValue { $0 += 1 } }
  var tickCount: Int { ticks.value }
}

extension DependencyValues {
  fileprivate var lampSignals: LampSignals {
    get { self[LampSignals.self] }
    set { self[LampSignals.self] = newValue }
  }
}

/// A house whose effects run when its queue is drained.
@MainActor
private struct HouseStore {
  let queue = EffectQueue()
  let signals = LampSignals()
  let store: StoreOf<House>

  init() {
    let signals = signals
    store = Store(
      initialState: House.State(), reducer: { House() },
      withDependencies: { $0.lampSignals = signals }, effectExecutor: queue)
  }

  func send(_ action: House.Action) {
    store.send(action)
    queue.drain()
  }

  func tick() {
    signals.fireAll()
    queue.drain()
  }

  var ticks: Int { signals.tickCount }
}
