import ReducerRuntime
import ReducerTestSupport
import Testing

/// Tests that generated code compiles without warnings and behaves as documented, in error-prone cases.
@Suite(.checksForLeaks) struct MacroTests {
  @Test func `case paths embed and extract`() {
    let paths = Shape<Bool>.allCasePaths
    #expect(paths.one.extract(from: paths.one.embed(3)) == 3)
    #expect(paths.one.extract(from: .none) == nil)
    #expect(paths.none.extract(from: .none) != nil)
    #expect(paths.labeled.embed((x: 1, "a")) == .labeled(x: 1, "a"))
    #expect(paths.labeled.extract(from: .labeled(x: 1, "a"))?.x == 1)
    #expect(paths.default.extract(from: .default(true)) == true)
    #expect(paths.recursive.extract(from: .recursive(.none, [])).map(\.0) == Shape.none)
    #expect(paths.optional.extract(from: .optional(nil)) == .some(nil))
  }

  @Test func `a payload type can have the name of a type that case paths use`() {
    #expect(Wrapper<Int>.element(3)[case: \.element] == 3)
    #expect(Wrapper<Int>.last([3])[case: \.last] == [3])
    #expect(Root.root(Root.Iterator()).is(\.root))
    #expect(Constrained<Int>.Action.set(3)[case: \.set] == 3)
    var page = Constrained<Int>.Page.value(3)
    page.modify(\.value) { $0 += 1 }
    #expect(page == .value(4))
  }

  @Test func `deprecated declarations compile without warnings`() {
    #expect(Legacy.current.is(\.current))
    #expect(LegacyState().current == 1)
    #expect(LegacyPath.State.current(LegacyState()).is(\.current))
  }

  @Test func `tracked properties behave like stored properties`() {
    var state = Counter(name: "a")
    state.count += 1
    state.list.append(4)
    for index in state.list.indices { state.list[index] += 1 }
    state.limited = 7
    #expect(state.count == 1)
    #expect(state.list == [2, 3, 4, 5])
    #expect(state.limited == 5)
    #expect(Counter(count: 2, name: "b").count == 2)
  }

  @Test func `initial values are evaluated once`() {
    _ = Numbered()
    #expect(Numbered.evaluations == 1)
  }

  @Test func `storage is accessed in place`() throws {
    let count = try #require(Counter._$storage(for: \.count))
    #expect(MemoryLayout<Counter>.offset(of: count) != nil)
    let child = try #require(Parent._$storage(for: \.$child))
    #expect(MemoryLayout<Parent>.offset(of: child) != nil)
    #expect(Counter._$storage(for: \.limited) == nil)
    #expect(Counter._$storage(for: \.untracked) == nil)
    // The key path's type is not optional, so readers have to unwrap the child explicitly.
    #expect(Parent._$storage(for: \.child) == child)
  }

  @Test func `state is presented and dismissed`() {
    var parent = Parent()
    #expect(parent.child == nil)
    #expect(parent.other?.name == "other")
    parent.child = Counter(name: "child")
    parent.child?.count += 4
    #expect(parent.$child.wrappedValue?.count == 4)
    parent.$child = PresentationState(wrappedValue: nil)
    #expect(parent.child == nil)
    #expect(Parent(child: nil, other: nil).other == nil)
  }

  @Test func `endpoints are called by label`() async throws {
    var client = Client()
    client.page = { after, filter in [after ?? 0, filter.count] }
    client.load = { "\($0)" }
    client.size = { 3 }
    let page = try await client.page(after: 1, filter: "week")
    #expect(page == [1, 4])
    #expect(try client.fetch(id: 5) == "5")
    #expect(client.size() == 3)
    #expect(client.title == "untitled")
  }
}

@CasePathable
private enum Shape<Value: Equatable & Sendable>: Equatable {
  case none
  case one(Int)
  case labeled(x: Int, String = "")
  indirect case recursive(Self, [Self])
  case `default`(Value)
  case optional(Int?)
  #if os(Linux)
  case linux
  #else
  case other
  #endif
}

@CasePathable
private enum Wrapper<Element> {
  case element(Element)
  case last([Element]?)
}

@CasePathable
private enum Root {
  case root(Root.Iterator)
  case next(Iterator?)

  struct Iterator {}
}

private struct Constrained<Element: Comparable> {
  @CasePathable
  enum Action {
    case set(Element)
    case reset
  }

  @CasePathable
  @ObservableState
  enum Page: Equatable {
    case value(Element)
    case pair(first: Element, Element)
  }
}

@available(*, deprecated)
private struct Old: Equatable {}

@CasePathable
@ObservableState
private enum Legacy {
  @available(*, deprecated) case old(Old)
  #if os(Linux)
  @available(*, deprecated, message: "Use current.") case older
  #endif
  @available(*, unavailable) case gone(Int)
  case current
}

@ObservableState
private struct LegacyState: Equatable {
  @available(*, deprecated) var old: Old?
  @available(*, deprecated) @Presents var older: Old?
  var current = 1
}

@available(*, deprecated)
@Reducer
private struct OldFeature {}

@Reducer
private struct LegacyFeature {
  typealias State = LegacyState
  enum Action {
    @available(*, deprecated) case old
    case current
  }
}

@Reducer
private enum LegacyPath {
  @available(*, deprecated) case old(OldFeature)
  case current(LegacyFeature)
}

@DependencyClient
private struct LegacyClient {
  @available(*, deprecated) var old: @Sendable () throws -> Int
  var current: @Sendable () throws -> Int
}

@ObservableState
private struct Counter: Equatable {
  var count = 0
  var list = [1, 2, 3]
  let name: String
  var limited = 0 {
    didSet { if limited > 5 { limited = 5 } }
  }
  @ObservationStateIgnored var untracked = 0
  var isEmpty: Bool { list.isEmpty }
}

@ObservableState
private struct Numbered {
  nonisolated(unsafe) static var evaluations = 0

  var number = Self.next()

  static func next() -> Int {
    evaluations += 1
    return evaluations
  }
}

@ObservableState
private struct Parent: Equatable {
  @Presents var child: Counter?
  @Presents var other: Swift.Optional<Counter> = Counter(name: "other")
}

@DependencyClient
private struct Client: Sendable {
  var page: @Sendable (_ after: Int?, _ filter: String) async throws -> [Int]
  @DependencyEndpoint(method: "fetch") var load: @Sendable (_ id: Int) throws -> String
  var size: @Sendable () -> Int = { 0 }
  var title = "untitled"
}

@Suite(.checksForLeaks)
@MainActor
struct NestedReducerTests {
  @Test func `nested reducers share the outer state and action`() async {
    let store = TestStore(initialState: Outer.State()) { Outer() }
    await store.send(.tapped) { $0.taps = 4 }
  }
}

@Reducer
private struct Outer {
  struct State: Equatable { var taps = 0 }
  enum Action { case tapped }

  @Reducer
  struct ByOpaqueType {
    var body: some Reducer<State, Action> { Self.counting }

    static var counting: Reduce<State, Action> { counter() }
  }

  @Reducer
  struct ByMethod {
    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.taps += 1
      return .none
    }
  }

  @Reducer
  struct ByConcreteType {
    var body: Reduce<Outer.State, Outer.Action> { counter() }
  }

  @Reducer
  struct ByQualifiedType {
    var body: some ReducerRuntime.ReducerOf<Outer> { counter() }
  }

  var body: some ReducerOf<Self> {
    ByOpaqueType()
    ByMethod()
    ByConcreteType()
    ByQualifiedType()
  }

}

private func counter() -> Reduce<Outer.State, Outer.Action> {
  Reduce { state, _ in
    state.taps += 1
    return .none
  }
}
