import ReducerRuntime
import ReducerTestSupport
import Testing

/// Tests of a presented `@Reducer` enum: its features are reduced, read and observed in place.
@MainActor
@Suite(.checksForLeaks)
struct PresentedCasesTests {
  private let store = Store(initialState: List.State(destination: .screen(Screen.State(id: 1)))) {
    List()
  }

  private var destination: StoreOf<Destination>? {
    store.scope(state: \.destination, action: \.destination.presented)
  }

  private func screen() throws -> StoreOf<Screen> {
    guard case .screen(let screen) = try #require(destination).case else {
      throw AnotherCase()
    }
    return screen
  }

  // MARK: - Observation

  @Test func `a body observes the properties it reads through the case`() throws {
    let screen = try screen()
    var titles: [String] = []
    let token = observe { titles.append(screen.title) }
    screen.send(.setCount(3))
    #expect(titles == [""])
    screen.send(.setTitle("a"))
    #expect(titles == ["", "a"])
    token.cancel()
  }

  @Test func `a body observes the replacement of a child in the same case`() throws {
    let titles = Titles()
    let token = observe { titles.read(destination) }
    store.send(.present(.screen(Screen.State(id: 2, title: "b"))))
    #expect(titles.all == ["", "b"])
    // The body observes only the properties of the new child.
    store.send(.destination(.presented(.screen(.setTitle("c")))))
    #expect(titles.all == ["", "b", "c"])
    token.cancel()
  }

  @Test func `a retained store shows the child that replaced its previous child`() throws {
    let screen = try screen()
    var titles: [String] = []
    let token = observe { titles.append(screen.title) }
    store.send(.present(.screen(Screen.State(id: 2, title: "b"))))
    #expect(titles == ["", "b"])
    token.cancel()
  }

  @Test func `a body observes a change of case, and dismissal`() {
    let titles = Titles()
    let token = observe { titles.read(destination) }
    store.send(.present(.panel(Panel.State())))
    store.send(.present(.page(3)))
    store.send(.destination(.dismiss))
    #expect(titles.all == ["", "panel", "page 3", "nothing"])
    token.cancel()
  }

  @Test func `a body observes a child that replaces itself`() {
    let titles = Titles()
    let token = observe { titles.read(destination) }
    store.send(.destination(.presented(.screen(.startOver))))
    #expect(titles.all == ["", "over"])
    token.cancel()
  }

  @Test func `a body observes a child of the presented feature, and its properties`() throws {
    let screen = try screen()
    var counts: [Int?] = []
    let token = observe {
      counts.append(screen.scope(state: \.panel, action: \.panel.presented)?.count)
    }
    screen.send(.present(Panel.State()))
    screen.send(.panel(.presented(.increment)))
    screen.send(.present(nil))
    #expect(counts == [nil, 0, 1, nil])
    token.cancel()
  }

  // MARK: - Stores

  @Test func `the same child has the same stores`() throws {
    let (destination, screen) = (self.destination, try screen())
    screen.send(.setTitle("a"))
    #expect(self.destination === destination)
    #expect(try self.screen() === screen)
    store.send(.present(.screen(Screen.State(id: 1))))
    #expect(self.destination !== destination)
    #expect(try self.screen() !== screen)
    #expect(try self.screen().title == "")
  }

  @Test func `a destination's retained store shows a new child in the same case`() throws {
    let destination = try #require(destination)
    let screen = try screen()
    store.send(.present(.screen(Screen.State(id: 1))))
    guard case .screen(let other) = destination.case else { throw AnotherCase() }
    #expect(other !== screen)
  }

  @Test func `a store of one case does not show another case of the same type`() throws {
    let screen = try screen()
    store.send(.present(.overlay(Screen.State(id: 2, title: "b"))))
    #expect(screen.state == Screen.State(id: 1))
    guard case .overlay(let overlay) = destination?.case else { throw AnotherCase() }
    #expect(overlay.title == "b")
  }

  @Test func `the store of a removed case shows its last state`() throws {
    let screen = try screen()
    screen.send(.setTitle("b"))
    #expect(screen.title == "b")
    screen.send(.setTitle("c"))
    store.send(.present(.panel(Panel.State())))
    #expect(screen.state == Screen.State(id: 1, title: "c"))
  }

  @Test func `a retained store shows its case again after a case without a feature`() throws {
    let screen = try screen()
    #expect(screen.title == "")
    store.send(.present(.page(3)))
    store.send(.present(.screen(Screen.State(id: 2, title: "b"))))
    #expect(screen.title == "b")
  }

  @Test func `a destination's retained store shows a feature after a case without one`() throws {
    store.send(.present(.page(3)))
    let destination = try #require(destination)
    #expect(destination.state == .page(3))
    store.send(.present(nil))
    store.send(.present(.panel(Panel.State(count: 1))))
    #expect(destination.state == .panel(Panel.State(count: 1)))
  }

  @Test func `a removed case is shown with its last state, not that of an earlier copy`() throws {
    let screen = try screen()
    #expect(screen.title == "")
    var copy: List.State? = store.state
    screen.send(.setTitle("b"))
    #expect(screen.title == "b")
    #expect(copy?.destination?.screen?.title == "")
    copy = nil
    store.send(.present(nil))
    #expect(screen.title == "b")
  }

  // MARK: - State

  @Test func `a feature's state is changed in place, observed or not`() {
    for isObserved in [false, true] {
      let token = observe { if isObserved { _ = store.destination?.screen?.title } }
      for _ in 0..<2 { store.send(.destination(.presented(.screen(.touch)))) }
      token.cancel()
    }
    #expect(store.destination?.screen?.payload.changes == 4)
    #expect(store.destination?.screen?.copies == 0)
  }

  @Test func `the parent changes a feature's state in place`() {
    store.send(.touchScreen)
    #expect(store.destination?.screen?.payload.changes == 1)
    #expect(store.destination?.screen?.copies == 0)
  }

  @Test func `a copy of the parent keeps its own child`() {
    let copy = store.state
    store.send(.destination(.presented(.screen(.setTitle("a")))))
    #expect(copy.destination?.screen?.title == "")
    #expect(store.destination?.screen?.title == "a")
    let later = store.state
    store.send(.touchScreen)
    #expect(later.destination?.screen?.title == "a")
    #expect(later.destination?.screen?.payload.changes == 0)
    #expect(store.destination?.screen?.copies == 1)
  }

  @Test func `a presentation is set, changed, compared and cleared like an optional`() {
    var presentation = PresentationState<Destination.State>(wrappedValue: nil)
    presentation.wrappedValue = .page(1)
    presentation.wrappedValue = .panel(Panel.State(count: 1))
    presentation.wrappedValue = .panel(Panel.State(count: 2))
    let copy = presentation
    #expect(copy.wrappedValue?.panel?.count == 2)
    presentation.wrappedValue?.modify(\.panel) { $0.count = 3 }
    #expect(copy.wrappedValue?.panel?.count == 2)
    #expect(presentation.wrappedValue?.panel?.count == 3)
    // The payload of another case gets a separate address.
    presentation.wrappedValue? = .screen(Screen.State(id: 3))
    #expect(presentation.wrappedValue?.screen?.id == 3)
    presentation[case: \.screen]?.title = "c"
    #expect(presentation.wrappedValue?.screen?.title == "c")
    presentation[case: \.screen] = nil
    #expect(presentation.wrappedValue == nil)
    presentation.wrappedValue? = .page(2)
    #expect(presentation.wrappedValue == nil)
  }

  // MARK: - Effects

  @Test func `a feature's effects end when it is replaced`() async {
    let clock = TestClock()
    for next in [Destination.State.screen(Screen.State(id: 2)), .panel(Panel.State()), .page(1)] {
      let store = TestStore(
        initialState: List.State(destination: .screen(Screen.State(id: 1)))
      ) {
        List()
      } withDependencies: {
        $0.continuousClock = clock
      }
      store.exhaustivity = .off
      let task = await store.send(.destination(.presented(.screen(.startTimer))))
      await clock.advance(by: .seconds(1))
      await store.receive(\.destination.screen.tick)
      await store.send(.present(next))
      await task.finish()
      await clock.advance(by: .seconds(1))
      #expect(store.state.destination?.screen?.count ?? 0 == 0)
    }
  }

  @Test func `a feature in a case knows that it is presented`() {
    store.send(.destination(.presented(.screen(.askWhetherPresented))))
    #expect(store.destination?.screen?.title == "presented")
  }
}

private struct AnotherCase: Error {}

/// The titles shown by a body that switches over the case.
@MainActor
private final class Titles {
  private(set) var all: [String] = []

  func read(_ destination: StoreOf<Destination>?) {
    switch destination?.case {
    case .screen(let screen): all.append(screen.title)
    case .overlay(let overlay): all.append("overlay \(overlay.title)")
    case .panel: all.append("panel")
    case .page(let number): all.append("page \(number)")
    case nil: all.append("nothing")
    }
  }
}

/// An object that detects copies of the state that contains it.
private final class Payload: Sendable {
  let changes: Int
  init(changes: Int) { self.changes = changes }
}

@Reducer
private struct Panel {
  @ObservableState
  struct State: Equatable { var count = 0 }
  enum Action { case increment }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.count += 1
      return .none
    }
  }
}

@Reducer
private struct Screen {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: Int
    var title = ""
    var count = 0
    var copies = 0
    @ObservationStateIgnored var payload = Payload(changes: 0)
    @Presents var panel: Panel.State?

    static func == (lhs: Self, rhs: Self) -> Bool {
      (lhs.id, lhs.title, lhs.count) == (rhs.id, rhs.title, rhs.count) && lhs.panel == rhs.panel
    }

    mutating func touch() {
      if !isKnownUniquelyReferenced(&payload) { copies += 1 }
      payload = Payload(changes: payload.changes + 1)
    }
  }

  enum Action {
    case setTitle(String)
    case setCount(Int)
    case touch, startOver, askWhetherPresented
    case startTimer, tick
    case present(Panel.State?)
    case panel(PresentationAction<Panel.Action>)
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.isPresented) var isPresented

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .setTitle(let title): state.title = title
      case .setCount(let count): state.count = count
      case .touch: state.touch()
      case .startOver: state = State(id: state.id, title: "over")
      case .askWhetherPresented: state.title = isPresented ? "presented" : "not presented"
      case .startTimer:
        return .run { send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.tick) }
        }
      case .tick: state.count += 1
      case .present(let panel): state.panel = panel
      case .panel: break
      }
      return .none
    }
    .ifLet(\.$panel, action: \.panel) { Panel() }
  }
}

@Reducer(state: .equatable)
private enum Destination {
  case panel(Panel)
  case screen(Screen)
  case overlay(Screen)
  @ReducerCaseIgnored case page(Int)
}

@Reducer
private struct List {
  @ObservableState
  struct State: Equatable { @Presents var destination: Destination.State? }

  enum Action {
    case present(Destination.State?)
    case touchScreen
    case destination(PresentationAction<Destination.Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .present(let destination): state.destination = destination
      case .touchScreen: state.destination?.modify(\.screen) { $0.touch() }
      case .destination: break
      }
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
  }
}
