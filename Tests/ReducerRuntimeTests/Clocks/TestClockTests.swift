import ReducerTestSupport
import Testing

@testable import ReducerRuntime

@MainActor
@Suite(.checksForLeaks) struct TestClockTests {
  /// The queue of the sleeping tasks. When it has been drained, the tasks have started to sleep.
  let queue = EffectQueue()

  @Test func `sleepers wake in order, each at its time`() async {
    let clock = TestClock()
    let script = Script([
      "start": .merge(
        [30, 10, 20, 10].enumerated().map { index, delay in
          .run { send in
            try await clock.sleep(for: .milliseconds(delay))
            await send("\(index)@\(clock.uptime / .milliseconds(1))")
          }
        })
    ])
    script.send("start")
    await clock.advance(by: .milliseconds(25))
    #expect(script.words == ["start", "1@10.0", "3@10.0", "2@20.0"])
    #expect(clock.uptime == .milliseconds(25))
    await clock.run()
    #expect(script.words.last == "0@30.0")
    #expect(clock.uptime == .milliseconds(30))
  }

  @Test func `a sleep whose deadline is now ends at the next advance`() async throws {
    let clock = TestClock()
    let notes = Notes()
    let slept = Task(executorPreference: queue) {
      try await clock.sleep(for: .zero)
      notes.note("1")
      try await clock.sleep(until: clock.now)
      notes.note("2")
    }
    queue.drain()
    #expect(notes.all == [])
    await clock.advance()
    #expect(notes.all == ["1", "2"])
    try await slept.value
  }

  @Test func `sleeping until a deadline in the past returns at once`() async throws {
    let clock = TestClock<Duration>(now: .init(offset: .seconds(2)))
    try await clock.sleep(until: .init(offset: .seconds(1)))
  }

  @Test func `advance waits for an unstructured task while a store exists`() async throws {
    let store = TestStore(initialState: 0) { EmptyReducer<Int, Never>() }
    let clock = TestClock()
    let task = Task { try await clock.sleep(for: .seconds(1)) }
    await clock.advance(by: .seconds(1))
    try await task.value
    withExtendedLifetime(store) {}
  }

  @Test func `a cancelled sleeper is removed`() async throws {
    let clock = TestClock()
    let script = Script([
      "start": .run { _ in try await clock.sleep(for: .seconds(1)) }.cancellable(id: 1),
      "stop": .cancel(id: 1),
    ])
    script.send("start")
    await #expect(throws: SuspensionError.self) { try await clock.checkSuspension() }
    script.send("stop")
    try await clock.checkSuspension()
    #expect(clock.pendingSleepCount == 0)
  }

  @Test func `a sleeper that is cancelled after waking is removed`() async {
    let clock = TestClock()
    let task = Task(executorPreference: queue) { try await clock.sleep(for: .seconds(1)) }
    queue.drain()
    // Advances the time without draining the queue: the sleeper is awake, but has not continued yet.
    clock.skip(by: .seconds(1))
    clock.wakeNext(until: clock.now)
    task.cancel()
    queue.drain()
    _ = await task.result
    #expect(clock.pendingSleepCount == 0)
  }

  @Test func `a task that is already cancelled does not sleep`() async {
    let clock = TestClock()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.pendingSleepCount == 0)
  }

  @Test func `tasks outside effect queues run during an advance`() async {
    let clock = TestClock()
    let notes = Notes()
    let task = Task {
      for second in 1...3 {
        try await clock.sleep(for: .seconds(1))
        notes.note("\(second)")
      }
    }
    await clock.advance(by: .seconds(2))
    #expect(notes.all == ["1", "2"])
    task.cancel()
  }

  @Test func `many short steps add up`() async {
    let clock = TestClock()
    let script = Script([
      "start": .run { send in
        for await _ in clock.timer(interval: .milliseconds(10)) {}
        await send("never")
      }
    ])
    let task = script.send("start")
    await clock.advance(by: .seconds(100))
    #expect(clock.uptime == .seconds(100))
    task.cancel()
  }

  @Test func `run advances a test clock until no task sleeps`() async throws {
    let clock = TestClock()
    let slept = Task(executorPreference: queue) {
      try await clock.sleep(for: .seconds(1))
      try await clock.sleep(for: .seconds(60))
    }
    await clock.run(timeout: .seconds(60))
    try await slept.value
    #expect(clock.now.offset == .seconds(61))
    try await clock.checkSuspension()
  }

  @Test func `a run that does not end is reported`() async throws {
    let clock = TestClock()
    let timer = Task(executorPreference: queue) {
      for await _ in clock.timer(interval: .seconds(1)) {}
    }
    await withExpectedIssue { await clock.run(timeout: .milliseconds(1)) }
    timer.cancel()
    // The job that ends the task runs only when the queue is drained.
    queue.drain()
  }

  @Test func `a clock may have a custom duration type`() async throws {
    let clock = TestClock<Beats>(now: .init(offset: Beats(count: 2)))
    let slept = Task(executorPreference: queue) { try await clock.sleep(for: Beats(count: 3)) }
    await clock.advance(by: Beats(count: 3))
    try await slept.value
    #expect(clock.now.offset == Beats(count: 5))
  }
}

private struct Beats: DurationProtocol, Hashable {
  var count: Int
  static var zero: Self { Self(count: 0) }
  static func + (lhs: Self, rhs: Self) -> Self { Self(count: lhs.count + rhs.count) }
  static func - (lhs: Self, rhs: Self) -> Self { Self(count: lhs.count - rhs.count) }
  static func * (lhs: Self, rhs: Int) -> Self { Self(count: lhs.count * rhs) }
  static func / (lhs: Self, rhs: Int) -> Self { Self(count: lhs.count / rhs) }
  static func / (lhs: Self, rhs: Self) -> Double { Double(lhs.count) / Double(rhs.count) }
  static func < (lhs: Self, rhs: Self) -> Bool { lhs.count < rhs.count }
}
