import Testing

@testable import ReducerRuntime

@MainActor
@Suite struct TestClockTests {
  @Test func sleepersWakeInOrderEachAtItsTime() async {
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

  @Test func aCancelledSleeperIsForgotten() async throws {
    let clock = TestClock()
    let script = Script([
      "start": .run { _ in try await clock.sleep(for: .seconds(1)) }.cancellable(id: 1),
      "stop": .cancel(id: 1),
    ])
    script.send("start")
    await #expect(throws: SuspensionError.self) { try await clock.checkSuspension() }
    script.send("stop")
    try await clock.checkSuspension()
    #expect(clock.remembered == 0)
  }

  @Test func aSleeperCancelledAfterWakingIsForgotten() async {
    let clock = TestClock()
    let queue = EffectQueue()
    let task = Task(executorPreference: queue) { try await clock.sleep(for: .seconds(1)) }
    queue.drain()
    // Moved on without the queue being emptied: it is awake, and has not gone on yet.
    clock.leap(by: .seconds(1))
    clock.wakeNext(until: clock.now)
    task.cancel()
    queue.drain()
    _ = await task.result
    #expect(clock.remembered == 0)
  }

  @Test func whoIsCancelledAlreadyDoesNotSleep() async {
    let clock = TestClock()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.remembered == 0)
  }

  @Test func tasksOfNobodysQueueAreGivenTurns() async {
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

  @Test func manyShortSteps() async {
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
}
