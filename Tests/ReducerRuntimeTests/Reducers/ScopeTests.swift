import ReducerRuntime
import ReducerTestSupport
import SystemTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct ScopeCaseTests {
  @Test func `a child runs only while the state is in the child's case`() async {
    let store = TestStore(initialState: Session.State.signedOut(Form.State())) { Session() }
    await store.send(.signedOut(.typed("Ada"))) {
      $0.modify(\.signedOut) { $0.name = "Ada" }
    }
    await store.send(.signIn) { $0 = .signedIn(Home.State()) }
    await store.send(.signedIn(.tapped)) { $0.modify(\.signedIn) { $0.taps = [0] } }
  }

  @Test func `an action for another case is reported where the child was scoped`() async {
    let store = Store(initialState: Session.State.signedIn(Home.State())) { Session() }
    let issues = await reported { store.send(.signedOut(.typed("Ada"))) }
    #expect(issues.map(\.line) == [Session.signedOutLine])
    #expect(issues.first?.message.contains("'Scope'") == true)
  }

  @Test func `a payload's property is changed in place`() {
    let store = Store(initialState: Session.State.signedIn(Home.State())) { Session() }
    store.send(.signedIn(.tapped))
    let before = store.withState { $0[case: \.signedIn]?.address }
    // Send only one change: a copy of the array has another address while the original exists, but a second copy could
    // reuse the address of the original.
    store.send(.signedIn(.changed))
    #expect(store.withState { $0[case: \.signedIn]?.address } == before)
    #expect(store.withState { $0[case: \.signedIn]?.taps } == [1])
  }

  @Test func `modify changes a payload in place, or reports another case`() async {
    var state = Session.State.signedIn(Home.State(taps: [1]))
    let before = state[case: \.signedIn]?.address
    state.modify(\.signedIn) { $0.taps[0] = 2 }
    #expect(state[case: \.signedIn]?.address == before)
    #expect(state[case: \.signedIn]?.taps == [2])
    let issues = await reported { state.modify(\.signedOut) { $0.name = "Ada" } }
    #expect(issues.count == 1)
    #expect(state.is(\.signedIn))
  }
}

@Suite(.checksForLeaks)
@MainActor
struct ScopeResolutionTests {
  @Test func `a child is resolved once, at its first action`() {
    let resolutions = Recorded(0)
    let store = Store(initialState: Tabs.State()) { Tabs(resolutions: resolutions) }
    store.send(.other)
    #expect(resolutions.value == 0)
    store.send(.tab(.tapped))
    store.send(.tab(.tapped))
    #expect(resolutions.value == 1)
    #expect(store.withState(\.tab.taps) == 2)
  }
}

@Reducer
private struct Tabs {
  let resolutions: Recorded<Int>

  @ObservableState
  struct State: Equatable { var tab = Tab.State() }

  enum Action {
    case tab(Tab.Action)
    case other
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.tab, action: \.tab) { Tab(resolutions: resolutions) }
  }
}

@Reducer
private struct Tab {
  let resolutions: Recorded<Int>

  @ObservableState
  struct State: Equatable { var taps = 0 }
  enum Action { case tapped }

  var body: some ReducerOf<Self> {
    let _ = resolutions.update { $0 += 1 }
    Reduce { state, _ in
      state.taps += 1
      return .none
    }
  }
}

@Reducer
private struct Session {
  @ObservableState
  enum State: Equatable {
    case signedOut(Form.State)
    case signedIn(Home.State)
  }

  enum Action {
    case signedOut(Form.Action)
    case signedIn(Home.Action)
    case signIn
  }

  static let signedOutLine = UInt(#line) + 3

  var body: some ReducerOf<Self> {
    Scope(state: \.signedOut, action: \.signedOut) { Form() }
    Scope(state: \.signedIn, action: \.signedIn) { Home() }
    Reduce { state, action in
      if case .signIn = action { state = .signedIn(Home.State()) }
      return .none
    }
  }
}

@Reducer
private struct Form {
  @ObservableState
  struct State: Equatable { var name = "" }
  enum Action { case typed(String) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .typed(let name) = action { state.name = name }
      return .none
    }
  }
}

@Reducer
private struct Home {
  @ObservableState
  struct State: Equatable {
    var taps: [Int] = []
    /// The address of the array's storage.
    var address: UnsafeRawPointer? { taps.withUnsafeBytes { $0.baseAddress } }
  }
  enum Action { case tapped, changed }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tapped: state.taps.append(0)
      case .changed: state.taps[0] += 1
      }
      return .none
    }
  }
}

/// Tests of the compiler's diagnostics for a misspelled child.
@Suite(.checksForLeaks)
struct ScopeDiagnosticTests {
  @Test func `the error for a case that does not exist names it`() async {
    let errors = await errors(in: #"Scope(state: \.child, action: \.chidl) { Child() }"#)
    #expect(errors.count == 1)
    #expect(errors[0].contains("has no dynamic member 'chidl'"))
  }

  @Test func `the error for a child that does not exist names it`() async {
    let errors = await errors(in: #"Scope(state: \.child, action: \.child) { Chidl() }"#)
    #expect(errors == ["12: cannot find 'Chidl' in scope"])
  }

  @Test func `the error for a property that does not exist is the one that the examples explain`()
    async
  {
    let errors = await errors(in: #"Scope(state: \.chidl, action: \.child) { Child() }"#)
    #expect(errors.count == 1)
    #expect(
      errors.first?.contains("requires that 'Parent.State' conform to 'CasePathable'") == true)
  }

  @Test func `no error mentions a bounded action`() async {
    for scope in [
      #"Scope(state: \.chidl, action: \.child) { Child() }"#,
      #"Scope(state: \.count, action: \.child) { Child() }"#,
      #"Scope(state: \.child, action: \.child) { Child(1) }"#,
      #"EmptyReducer().ifLet(\.chidl, action: \.child) { Child() }"#,
    ] {
      let errors = await errors(in: scope)
      #expect(!errors.isEmpty)
      #expect(!errors.contains { $0.contains("Bounded") })
    }
  }
}

private func errors(in body: String) async -> [String] {
  await Compiler.errors(
    in: """
      import ReducerRuntime
      @Reducer struct Child {
        @ObservableState struct State { var count = 0 }
        enum Action { case incremented }
        var body: some ReducerOf<Self> { EmptyReducer() }
      }
      @Reducer struct Parent {
        @ObservableState struct State { var child = Child.State(); var count = 0 }
        enum Action { case child(Child.Action) }
        var body: some ReducerOf<Self> {

          \(body)
        }
      }
      """)
}
