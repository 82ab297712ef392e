import ReducerRuntime
import ReducerTestSupport
import Testing

/// What the macros write compiles without a warning and does what it says, in the shapes that are easy to get wrong.
@Suite(.leavesNothing) struct MacroTests {
  @Test func `case paths embed and extract`() {
    let paths = Shape<Bool>.allCasePaths
    #expect(paths.one.extract(from: paths.one.embed(3)) == 3)
    #expect(paths.one.extract(from: .none) == nil)
    #expect(paths.none.extract(from: .none) != nil)
    #expect(paths.labelled.embed((x: 1, "a")) == .labelled(x: 1, "a"))
    #expect(paths.labelled.extract(from: .labelled(x: 1, "a"))?.x == 1)
    #expect(paths.default.extract(from: .default(true)) == true)
    #expect(paths.recursive.extract(from: .recursive(.none, [])).map(\.0) == Shape.none)
    #expect(paths.optional.extract(from: .optional(nil)) == .some(nil))
  }

  @Test func `case paths are listed in order`() {
    let paths = Shape<Bool>.allCasePaths
    #expect(paths[.one(1)] == \.one)
    #expect(paths[.one(1)] != \.none)
    #expect(
      Array(paths) == [
        \.none, \.one, \.labelled, \.recursive, \.default, \.optional, \.linux,
      ])
  }

  @Test func `tracked properties behave as stored ones`() {
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
    // Not of an optional's type: whoever asks must look what it is.
    #expect(Parent._$storage(for: \.child) == child)
  }

  @Test func `presented state comes and goes`() {
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
  case labelled(x: Int, String = "")
  indirect case recursive(Self, [Self])
  case `default`(Value)
  case optional(Int?)
  #if os(Linux)
  case linux
  #else
  case other
  #endif
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
  @Presents var other: Counter? = Counter(name: "other")
}

@DependencyClient
private struct Client: Sendable {
  var page: @Sendable (_ after: Int?, _ filter: String) async throws -> [Int]
  @DependencyEndpoint(method: "fetch") var load: @Sendable (_ id: Int) throws -> String
  var size: @Sendable () -> Int = { 0 }
  var title = "untitled"
}
