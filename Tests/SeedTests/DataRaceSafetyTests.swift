import ReducerRuntime
import ReducerTestSupport
import Testing

/// Seed 002: what Swift 6 asked of features, and asks no more, as reducers, stores and effects are what they should be.
@Suite(.checksForLeaks)
@MainActor
struct DataRaceSafetyTests {
  @Test func `an operator of one's own goes around the built-in ones`() async {
    let log = Log()
    let store = TestStore(initialState: Session.State()) {
      Session().logging { $0.info("session") }
    } withDependencies: {
      $0.log = log
    }
    await store.send(.helpButtonTapped) { $0.help = Help.State() }
    await store.send(.help(.presented(.turnPage))) { $0.help?.page = 1 }
    #expect(log.lines == ["session", "session"])
  }

  @Test func `and inside them`() async {
    let log = Log()
    let store = TestStore(initialState: Session.State()) {
      Session.Core().logging { $0.info("core") }
        .ifLet(\.$help, action: \.help) { Help().logging { $0.info("help") } }
        .logging { $0.info("around") }
    } withDependencies: {
      $0.log = log
    }
    await store.send(.helpButtonTapped) { $0.help = Help.State() }
    #expect(log.lines == ["around", "core"])
    await store.send(.help(.presented(.turnPage))) { $0.help?.page = 1 }
    #expect(log.lines == ["around", "core", "around", "help", "core"])
  }

  @Test func `and before or after a reducer of changes`() async {
    let log = Log()
    let store = TestStore(initialState: Session.State()) {
      Session.Core()
        .logging { $0.info("before") }
        .onChange(of: \.isLoggedIn) { _, _ in
          Reduce<Session.State, Session.Action> { _, _ in .none }.logging { $0.info("changed") }
        }
        .logging { $0.info("after") }
    } withDependencies: {
      $0.log = log
    }
    await store.send(.logoutButtonTapped) { $0.isLoggedIn = false }
    #expect(log.lines == ["after", "before", "changed"])
  }

  @Test func `effects of what it is around go on, and are cancelled, as before`() async {
    let events = AsyncStream.makeStream(of: DelegateClient.Action.self)
    let store = TestStore(initialState: Session.State()) {
      Session().logging { _ in }
    } withDependencies: {
      $0.delegateClient.start = { events.stream }
    }
    await store.send(.onAppear)
    events.continuation.yield(.didConnect)
    await store.receive(.delegate(.didConnect)) { $0.isConnected = true }
    events.continuation.yield(.didDisconnect)
    await store.receive(.delegate(.didDisconnect)) { $0.isConnected = false }
    await store.send(.logoutButtonTapped) { $0.isLoggedIn = false }
    await store.finish()
  }

  @Test func `the same operator as a composition costs nothing for what it is around`() async {
    let log = Log()
    let store = TestStore(initialState: Session.State()) {
      Session().noting { $0.info("noted") }.noting { $0.info("outside") }
    } withDependencies: {
      $0.log = log
    }
    await store.send(.helpButtonTapped) { $0.help = Help.State() }
    #expect(log.lines == ["outside", "noted"])
  }

  @Test func `reducers, effects and state are sendable with nothing unchecked`() {
    requireSendable(Session())
    requireSendable(Session().logging { _ in })
    requireSendable(
      Session.Core().ifLet(\.$help, action: \.help) { Help() }.logging { _ in }
        .ifLet(\.$help, action: \.help) { Help() }
        .onChange(of: \.isLoggedIn) { _, _ in EmptyReducer() })
    requireSendable(Session.State())
    requireSendable(Destination.State.session(Session.State()))
    requireSendable(Effect<Session.Action>.none)
    requireSendable(Store(initialState: Session.State()) { Session() })
  }

  @Test func `a stream of a delegate's calls is fed back as actions, and its end ends the effect`()
    async
  {
    let store = TestStore(initialState: Session.State()) {
      Session()
    } withDependencies: {
      $0.delegateClient.start = {
        AsyncStream { continuation in
          continuation.yield(.didConnect)
          continuation.finish()
        }
      }
    }
    await store.send(.onAppear)
    await store.receive(\.delegate.didConnect) { $0.isConnected = true }
  }

  @Test func `an action of the environment reaches a store from deep below`() {
    let store = Store(initialState: Session.State()) { Session() }
    var environment = EnvironmentValues()
    environment.logoutAction()
    #expect(store.isLoggedIn)
    environment.logoutAction = LogoutAction { store.send(.logoutButtonTapped) }
    requireSendable(environment)
    environment.logoutAction()
    #expect(!store.isLoggedIn)
  }

  @Test func `a property in an extension of the store reads state and sends actions`() {
    @Bindable var store = Store(initialState: Session.State()) { Session() }
    let isOn = $store.isLoggedOut
    #expect(!isOn.wrappedValue)
    isOn.wrappedValue = true
    #expect(store.isLoggedOut)
    store.isLoggedOut = false
    #expect(store.isLoggedOut)
  }
}

private func requireSendable(_ value: some Sendable) {}

// MARK: - The operator

/// Says something before the reducer it is attached to sees an action.
private struct LoggingReducer<Upstream: Reducer>: Reducer {
  let upstream: Upstream
  let log: @Sendable (Log) -> Void

  @Dependency(\.log) private var logger

  var body: some ReducerOf<Upstream> {
    Reduce { state, action in
      log(logger)
      return upstream.reduce(into: &state, action: action)
    }
  }
}

extension Reducer {
  fileprivate func logging(_ log: @escaping @Sendable (Log) -> Void) -> some ReducerOf<Self> {
    LoggingReducer(upstream: self, log: log)
  }

  fileprivate func noting(_ log: @escaping @Sendable (Log) -> Void) -> some ReducerOf<Self> {
    NotingReducer(upstream: self, log: log)
  }
}

/// The same without a reducer called by hand: the tree is walked once, when the store is made, and not for each action.
private struct NotingReducer<Upstream: Reducer>: Reducer {
  let upstream: Upstream
  let log: @Sendable (Log) -> Void

  @Dependency(\.log) private var logger

  var body: some ReducerOf<Upstream> {
    Reduce { _, _ in
      log(logger)
      return .none
    }
    upstream
  }
}

private final class Log: Sendable {
  private let storage = LockIsolated<[String]>([])
  var lines: [String] { storage.value }

  func info(_ line: String) { storage.withValue { $0.append(line) } }
}

extension DependencyValues {
  fileprivate var log: Log {
    get { self[LogKey.self] }
    set { self[LogKey.self] = newValue }
  }
}

private enum LogKey: TestDependencyKey {
  static var testValue: Log { Log() }
}

// MARK: - The features

@Reducer
private struct Session {
  @ObservableState
  struct State: Equatable, Sendable {
    var isLoggedIn = true
    var isConnected = false
    @Presents var help: Help.State?
  }

  enum Action: Equatable, Sendable {
    case onAppear
    case logoutButtonTapped
    case helpButtonTapped
    case delegate(DelegateClient.Action)
    case help(PresentationAction<Help.Action>)
  }

  enum CancelID { case delegate }

  var body: some ReducerOf<Self> {
    Core().ifLet(\.$help, action: \.help) { Help() }
  }

  /// The session but for its help.
  struct Core: Reducer {
    @Dependency(\.delegateClient) var client

    var body: some ReducerOf<Session> {
      Reduce { state, action in
        switch action {
        case .onAppear:
          // A property of the reducer inside a sendable closure: reducers are sendable.
          return .run { send in
            for await action in client.start() { await send(.delegate(action)) }
          }
          .cancellable(id: CancelID.delegate)
        case .logoutButtonTapped:
          state.isLoggedIn = false
          return .cancel(id: CancelID.delegate)
        case .helpButtonTapped:
          state.help = Help.State()
          return .none
        case .delegate(let action):
          state.isConnected = action == .didConnect
          return .none
        case .help:
          return .none
        }
      }
    }
  }
}

@Reducer
private struct Help {
  @ObservableState
  struct State: Equatable, Sendable { var page = 0 }
  enum Action: Equatable, Sendable { case turnPage }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.page += 1
      return .none
    }
  }
}

@Reducer(state: .equatable, .sendable, action: .equatable)
private enum Destination {
  case session(Session)
  case help(Help)
}

/// An interface of delegate calls as a stream.
@DependencyClient
private struct DelegateClient: Sendable, TestDependencyKey {
  @CasePathable
  enum Action: Equatable, Sendable { case didConnect, didDisconnect }

  var start: @Sendable () -> AsyncStream<Action> = { .finished }

  static let testValue = DelegateClient()
}

extension DependencyValues {
  fileprivate var delegateClient: DelegateClient {
    get { self[DelegateClient.self] }
    set { self[DelegateClient.self] = newValue }
  }
}

extension AsyncStream {
  fileprivate static var finished: Self { Self { $0.finish() } }
}

// MARK: - The environment

private struct LogoutAction: Sendable {
  var logout: @Sendable @MainActor () -> Void

  @MainActor func callAsFunction() { logout() }
}

private struct EnvironmentValues: Sendable {
  var logoutAction = LogoutAction {}
}

extension StoreOf<Session> {
  fileprivate var isLoggedOut: Bool {
    get { !self.isLoggedIn }
    set { if newValue { send(.logoutButtonTapped) } }
  }
}
