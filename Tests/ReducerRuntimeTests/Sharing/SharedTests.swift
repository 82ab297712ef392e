import FoundationEssentials
import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct SharedTests {
  @Test func `a shared value is compared, hashed and encoded like its wrapped value`() throws {
    let person = Shared(value: Person(name: "Ada", age: 36))
    #expect(Shared(projectedValue: person).wrappedValue.name == "Ada")
    #expect(Set([Shared(value: 1), Shared(value: 1)]).count == 1)
    #expect(Shared(value: Child.State(id: 7)).id == 7)
    #expect(try JSONEncoder().encode(Shared(value: [1, 2])) == Data("[1,2]".utf8))
    #expect(String(customDumping: person) == "#1 \(String(customDumping: person.wrappedValue))")
  }

  @Test func `a part of a shared value is shared`() {
    @Shared(value: Person(name: "Ada", age: 36)) var person
    let age = $person.age
    age.withLock { $0 += 1 }
    #expect(person.age == 37)
    #expect(SharedReader($person).name.wrappedValue == "Ada")
  }

  @Test func `copies of a reference see the new value, but references to parts do not`() {
    @Shared(value: Person(name: "Ada", age: 36)) var person
    let copy = $person
    let age = $person.age
    $person = Shared(value: Person(name: "Grace", age: 85))
    #expect(copy.wrappedValue.name == "Grace")
    #expect(age.wrappedValue == 36)
  }

  @Test func `observers are notified of a replaced value`() async {
    @Shared(value: 1) var count
    var seen: [Int] = []
    let token = observe { seen.append(count) }
    $count = Shared(value: 2)
    for _ in 0..<100 where seen.count < 2 { await Task.yield() }
    #expect(seen == [1, 2])
    token.cancel()
  }

  @Test func `shared values are equal when their values are`() {
    #expect(Shared(value: 1) == Shared(value: 1))
    #expect(Shared(value: 1) != Shared(value: 2))
  }

  @Test func `observers are notified of a change by another reference`() {
    let count = Shared(value: 0)
    let first = Store(initialState: Counter.State(count: count)) { Counter() }
    let second = Store(initialState: Counter.State(count: count)) { Counter() }
    var seen: [Int] = []
    let token = observe { seen.append(second.count) }
    first.send(.increment)
    #expect(seen == [0, 1])
    token.cancel()
  }

  @Test func `a test asserts a shared value that may be absent`() async {
    let store = TestStore(initialState: Session.State(token: Shared(value: "abc"))) { Session() }
    await store.send(.renamed) { $0.name = "abc" }
    await store.send(.signedOut) { $0.$token.withLock { $0 = nil } }
    await store.send(.renamed) { $0.name = "unknown" }
  }

  @Test func `a change that is not asserted, or asserted wrongly, fails the test`() async {
    let store = TestStore(initialState: Counter.State(count: Shared(value: 0))) { Counter() }
    await withExpectedIssue { await store.send(.increment) }
    await withExpectedIssue {
      await store.send(.increment) { $0.$count.withLock { $0 = 5 } }
    }
    #expect(store.state.count == 2)
  }

  @Test func `a change by an effect is asserted afterwards`() async {
    let store = TestStore(initialState: Counter.State(count: Shared(value: 0))) { Counter() }
    await store.send(.incrementInEffect)
    store.assert { $0.$count.withLock { $0 = 1 } }
    await store.finish()
  }

  @Test func `an unasserted change by an effect fails the test at the end`() async {
    let store = TestStore(initialState: Counter.State(count: Shared(value: 0))) { Counter() }
    await store.send(.incrementInEffect)
    await withExpectedIssue { await store.finish() }
  }

  @Test func `a received action is asserted with the shared values after the action`() async {
    let store = TestStore(initialState: Counter.State(count: Shared(value: 0))) { Counter() }
    await store.send(.incrementTwice)
    await store.receive(\.increment) { $0.$count.withLock { $0 = 1 } }
    await store.receive(\.increment) { $0.$count.withLock { $0 = 2 } }
  }

  @Test func `the message shows the shared values after a received action`() async {
    let store = TestStore(initialState: Counter.State(count: Shared(value: 0))) { Counter() }
    await store.send(.incrementTwice)
    let issues = await reported {
      await store.receive(\.increment) { $0.$count.withLock { $0 = 5 } }
    }
    #expect(
      issues.map(\.message).count { $0.contains("count: #1 5") && $0.contains("count: #1 1") } == 1)
    await store.receive(\.increment) { $0.$count.withLock { $0 = 2 } }
  }

  @Test func `a change made after an effect sent an action does not belong to the action`() async {
    let store = TestStore(initialState: Counter.State(count: Shared(value: 0))) { Counter() }
    await store.send(.incrementAround)
    await store.receive(\.increment) { $0.$count.withLock { $0 = 2 } }
    store.assert { $0.$count.withLock { $0 = 3 } }
  }

  @Test func `changes of shared values by skipped actions need no assertion`() async {
    let store = TestStore(initialState: Counter.State(count: Shared(value: 0))) { Counter() }
    await store.send(.incrementTwice)
    await store.skipReceivedActions()
    await store.send(.increment) { $0.$count.withLock { $0 = 3 } }
  }

  @Test func `without exhaustivity only assertions are checked`() async {
    let store = TestStore(initialState: Counter.State(count: Shared(value: 0))) { Counter() }
    store.exhaustivity = .off
    await store.send(.increment)
    await store.send(.increment) { $0.$count.withLock { $0 = 2 } }
    await withExpectedIssue {
      await store.send(.increment) { $0.$count.withLock { $0 = 2 } }
    }
  }
}

private enum Theme: String { case light, dark }

private struct Person: Equatable {
  var name: String
  var age: Int
}

extension SharedKey where Self == AppStorageKey<Bool>.Default {
  fileprivate static var isLoud: Self { Self[.appStorage("isLoud"), default: true] }
  fileprivate static var isQuiet: Self { Self[.appStorage("isQuiet"), default: false] }
}

@Reducer
private struct Counter {
  @ObservableState
  struct State: Equatable {
    @Shared var count: Int
  }

  enum Action { case increment, incrementInEffect, incrementTwice, incrementAround }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment:
        state.$count.withLock { $0 += 1 }
        return .none
      case .incrementInEffect:
        return .run { [count = state.$count] _ in count.withLock { $0 += 1 } }
      case .incrementTwice:
        return .merge(.send(.increment), .send(.increment))
      case .incrementAround:
        return .run { [count = state.$count] send in
          count.withLock { $0 += 1 }
          await send(.increment)
          count.withLock { $0 += 1 }
        }
      }
    }
  }
}

@Reducer
private struct Session {
  @ObservableState
  struct State: Equatable {
    @Shared var token: String?
    var name = ""
  }

  enum Action { case renamed, signedOut }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .renamed: state.name = state.token ?? "unknown"
      case .signedOut: state.$token.withLock { $0 = nil }
      }
      return .none
    }
  }
}
