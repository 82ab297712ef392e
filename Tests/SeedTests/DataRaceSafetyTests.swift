import ReducerRuntime
import ReducerTestSupport
import Testing

/// Tests of seed article 002: sendable reducers and effects make the article's workarounds for Swift 6 unnecessary.
@Suite(.checksForLeaks)
@MainActor
struct DataRaceSafetyTests {
  @Test func `a custom operator wraps built-in reducers`() async {
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

  @Test func `a custom operator works inside built-in reducers`() async {
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

  @Test func `a custom operator works before and after onChange`() async {
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

  @Test func `effects of wrapped reducers still run and can be cancelled`() async {
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

  @Test func `an operator that composes reducers runs before its base reducer`() async {
    let log = Log()
    let store = TestStore(initialState: Session.State()) {
      Session().noting { $0.info("noted") }.noting { $0.info("outside") }
    } withDependencies: {
      $0.log = log
    }
    await store.send(.helpButtonTapped) { $0.help = Help.State() }
    #expect(log.lines == ["outside", "noted"])
  }

  @Test func `reducers, effects and state are sendable without unchecked conformances`() {
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

  @Test func `a stream of delegate calls is sent as actions, and the effect ends with the stream`()
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

  @Test func `a nested view sends an action through the environment`() {
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

/// An operator that writes to the log before its base reducer handles an action.
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

/// The same operator as a composition: the base reducer is resolved when the store is created, not for each action.
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

  /// The session's reducer without its presented child.
  struct Core: Reducer {
    @Dependency(\.delegateClient) var client

    var body: some ReducerOf<Session> {
      Reduce { state, action in
        switch action {
        case .onAppear:
          // The sendable closure uses a property of the reducer, because reducers are sendable.
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

/// A delegate whose calls are delivered as a stream.
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
