import ReducerRuntime
import ReducerTestSupport
import Testing

@MainActor
@Suite(.checksForLeaks) struct TestStoreTests {
  let clock = TestClock()

  func makeStore(_ state: Feature.State = Feature.State()) -> TestStoreOf<Feature> {
    TestStore(initialState: state) {
      Feature()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test func `a test that asserts everything passes`() async {
    let store = makeStore()
    await store.send(.increment) { $0.count = 1 }
    await store.send(.load)
    await store.receive(.loaded("text", 2)) { $0.text = "text" }
    await store.receive(\.loaded) { $0.text = "more" }
    await store.send(.wait)
    await clock.advance(by: .seconds(1))
    await store.receive({ $0 == .increment }) { $0.count = 2 }
    await store.finish()
  }

  @Test func `actions are received by case and by value`() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.sendText("a"))
    await store.receive(\.setText, "a")
  }

  @Test func `a change that is not asserted fails the test`() async {
    let reported = await issues {
      let store = makeStore()
      await store.send(.increment)
    }
    #expect(
      reported == [
        """
        The state is not what was expected after '.increment' was sent (− expected, + actual):

            TestStoreTests.Feature.State(
          −   count: 0,
          +   count: 1,
              text: ""
            )
        """
      ])
  }

  @Test func `a wrong assertion fails`() async {
    let reported = await issues {
      let store = makeStore()
      await store.send(.increment) { $0.count = 7 }
      await store.send(.increment) { $0.count = 2 }
    }
    #expect(reported.count == 1)
    #expect(reported.first?.contains("−   count: 7") == true)
  }

  @Test func `an assertion that changes nothing fails`() async {
    let reported = await issues {
      let store = makeStore()
      await store.send(.nothing) { $0.count = 0 }
    }
    #expect(reported.count == 1)
    #expect(reported.first?.contains("the closure changed nothing") == true)
  }

  @Test func `an unreceived action fails the test at the next send, but can still be received`()
    async
  {
    let store = makeStore()
    await store.send(.sendText("a"))
    let reported = await issues { await store.send(.nothing) { $0.text = "a" } }
    #expect(
      reported == [
        """
        Before sending .nothing, the test must receive an action that effects sent:
          .setText("a")
        """
      ])
    await store.receive(.setText("a"))
  }

  @Test func `effects run while the test awaits something else`() async {
    let (event, end) = (
      AsyncStream.makeStream(of: Void.self), AsyncStream.makeStream(of: Void.self)
    )
    let store = TestStore(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        guard action == 0 else { return .none }
        return .run { send in
          for await _ in event.stream {}
          await send(1)
          end.continuation.finish()
        }
      }
    }
    await store.send(0)
    Task.detached { event.continuation.finish() }
    for await _ in end.stream {}
    await store.receive(1) { $0 = 1 }
  }

  @Test func `a store with fresh dependencies asserts shared values`() async {
    let store = TestStore(initialState: Shared(value: 0)) {
      Reduce<Shared<Int>, Int> { state, action in
        state.withLock { $0 = action }
        return .none
      }
    } withDependencies: {
      $0 = DependencyValues()
    }
    await store.send(2) { $0.withLock { $0 = 2 } }
  }

  @Test func `a shared value may be asserted although it did not change`() async {
    let store = TestStore(initialState: Shared(value: 1)) { EmptyReducer<Shared<Int>, Int>() }
    await store.send(0) { $0.withLock { $0 = 1 } }
  }

  @Test func `an action that is not received fails the test at the end`() async {
    let reported = await issues { await makeStore().send(.sendText("a")) }
    #expect(reported.count == 1)
    #expect(reported.first?.contains("Before the test ends") == true)
  }

  @Test func `an unexpected action fails the test`() async {
    let reported = await issues {
      let store = makeStore()
      await store.send(.sendText("a"))
      await store.receive(\.increment)
      await store.send(.sendText("b"))
      await store.receive(.setText("c")) { $0.text = "b" }
    }
    #expect(reported.count == 2)
    #expect(
      reported.first
        == "Expected to receive an action of the case 'increment', but received '.setText(\"a\")'."
    )
    #expect(reported.last?.contains("− TestStoreTests.Feature.Action.setText(\"c\")") == true)
    #expect(reported.last?.contains("+ TestStoreTests.Feature.Action.setText(\"b\")") == true)
  }

  @Test func `receiving fails when no action is received`() async {
    let reported = await issues {
      let store = makeStore()
      await store.receive(\.setText)
    }
    #expect(
      reported == [
        "Expected to receive an action of the case 'setText', but no effect sent anything."
      ])
  }

  @Test func `failures point at the caller`() async {
    var lines: [UInt] = []
    let located = Located()
    await IssueReporting.withReporter({ _, location in located.note(location.line) }) {
      let store = makeStore()
      lines.append(#line + 1)
      await store.send(.increment)
      lines.append(#line + 1)
      await store.receive(\.setText)
    }
    #expect(located.lines.all == lines.map { "\($0)" })
  }

  @Test func `without exhaustivity only assertions must hold`() async {
    let reported = await issues {
      let store = makeStore()
      store.exhaustivity = .off
      await store.send(.increment)
      await store.send(.increment) { $0.count = 2 }
      await store.send(.load)
      await store.receive(.loaded("more", 3))
      await store.send(.wait)
    }
    #expect(reported.isEmpty)
    let wrong = await issues {
      let store = makeStore()
      store.exhaustivity = .off
      await store.send(.increment) { $0.count = 5 }
    }
    #expect(wrong.count == 1)
  }

  @Test func `skipped actions need no assertion`() async {
    let store = makeStore()
    await store.send(.load)
    await store.skipReceivedActions()
    #expect(store.state.text == "more")
    await store.send(.wait)
    await store.skipInFlightEffects()
    await store.finish()
  }

  @Test func `a skipped effect may still send`() async {
    let clock = TestClock()
    let store = TestStore(initialState: 0) {
      Reduce<Int, Bool> { state, isTick in
        state += 1
        return isTick
          ? .none
          : .run { send in
            try await clock.sleep(for: .seconds(1))
            await send(true)
          }
      }
    }
    await store.send(false) { $0 = 1 }
    await store.skipInFlightEffects()
    await clock.advance(by: .seconds(1))
    await store.receive(true) { $0 = 2 }
  }

  @Test func `a cancelled task is not running`() async {
    let store = makeStore()
    let task = await store.send(.wait)
    await task.cancel()
    #expect(task.isCancelled)
  }

  @Test func `a store is checked again when it is used after finishing`() async {
    let reported = await issues {
      let store = makeStore()
      await store.finish()
      await store.send(.sendText("a"))
    }
    #expect(reported.count == 1)
  }

  @Test func `a store that another thread releases is checked before the release returns`() async {
    let reported = Notes()
    await IssueReporting.withReporter({ message, _ in reported.note(message) }) {
      var store: TestStoreOf<Feature>? = makeStore()
      await store?.send(.sendText("a"))
      let box = Box(store)
      store = nil
      await Task(executorPreference: globalConcurrentExecutor) {
        box.empty()
        #expect(reported.all.count == 1)
      }.value
    }
  }

  final class Box: @unchecked Sendable {
    private var store: TestStoreOf<Feature>?
    init(_ store: TestStoreOf<Feature>?) { self.store = store }
    func empty() { store = nil }
  }

  final class Located: Sendable {
    let lines = Notes()
    func note(_ line: UInt) { lines.note("\(line)") }
  }

  @Reducer
  struct Feature {
    struct State: Equatable {
      var count = 0
      var text = ""
    }

    enum Action: Equatable {
      case increment
      case nothing
      case sendText(String)
      case setText(String)
      case load
      case loaded(String, Int)
      case wait
      case askTheTime
    }

    @Dependency(\.continuousClock) var clock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .increment: state.count += 1
        case .nothing: break
        case .sendText(let text): return .send(.setText(text))
        case .setText(let text): state.text = text
        case .load:
          return .run { send in
            await send(.loaded("text", 2))
            await send(.loaded("more", 3))
          }
        case .loaded(let text, _): state.text = text
        case .wait:
          return .run { send in
            try await clock.sleep(for: .seconds(1))
            await send(.increment)
          }
        case .askTheTime: _ = clock.uptime
        }
        return .none
      }
    }
  }
}
