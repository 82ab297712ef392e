import ReducerTestSupport
import Testing

@testable import ReducerRuntime

@MainActor
@Suite(.checksForLeaks) struct EffectQueueTests {
  @Test func `nothing runs until the queue is drained`() {
    let queue = EffectQueue()
    let notes = Notes()
    Task(executorPreference: queue) { notes.note("ran") }
    #expect(notes.all == [])
    #expect(queue.drain())
    #expect(notes.all == ["ran"])
    #expect(!queue.drain())
  }

  @Test func `jobs that are enqueued during a drain run in order`() {
    let queue = EffectQueue()
    let notes = Notes()
    for name in ["a", "b"] {
      Task(executorPreference: queue) {
        notes.note("\(name)1")
        await EffectQueue.yield()
        notes.note("\(name)2")
      }
    }
    queue.drain()
    #expect(notes.all == ["a1", "b1", "a2", "b2"])
  }

  @Test func `an effect that yields forever does not block the drain`() {
    let queue = EffectQueue()
    let task = Task(executorPreference: queue) {
      while !Task.isCancelled { await EffectQueue.yield() }
    }
    queue.drain()
    task.cancel()
    queue.drain()
    #expect(!queue.drain())
  }

  @Test func `the queue waits for signals from outside`() async {
    let queue = EffectQueue()
    let signal = Signal()
    let notes = Notes()
    let task = Task(executorPreference: queue) {
      for await _ in signal.stream { notes.note("signal") }
    }
    queue.drain()
    Task.detached { signal.fire() }
    #expect(await queue.run(until: { !notes.all.isEmpty }, timeout: .seconds(10)))
    task.cancel()
    queue.drain()
  }

  @Test func `the queue waits for a detached task's result, even with a short timeout`() async {
    let queue = EffectQueue()
    let notes = Notes()
    Task(executorPreference: queue) {
      for _ in 1...20 { await Task.detached {}.value }
      notes.note("answer")
    }
    #expect(await queue.run(until: { !notes.all.isEmpty }, timeout: .zero))
  }

  @Test func `a run times out even if an effect yields forever`() async {
    let queue = EffectQueue()
    let task = Task(executorPreference: queue) {
      while !Task.isCancelled { await EffectQueue.yield() }
    }
    #expect(await !queue.run(until: { false }, timeout: .zero))
    task.cancel()
    queue.drain()
  }

  @Test func `a clock does not run the effects of another test`() async {
    let own = EffectQueue()
    let other = StoreTracker.$current.withValue(StoreTracker()) { EffectQueue() }
    let notes = Notes()
    Task(executorPreference: own) { notes.note("own") }
    Task(executorPreference: other) { notes.note("other") }
    await TestClock().advance()
    #expect(notes.all == ["own"])
    other.drain()
  }
}

@Suite(.checksForLeaks)
struct MainSerialExecutorTests {
  @Test func `a task group runs in order`() async {
    let numbers = LockIsolated<[Int]>([])
    await withMainSerialExecutor {
      await withTaskGroup { group in
        for number in 1...1000 {
          group.addTask {
            if number.isMultiple(of: 2) { await Task.yield() }
            numbers.withValue { $0.append(number) }
          }
        }
      }
    }
    let odd = Array(stride(from: 1, to: 1000, by: 2))
    #expect(numbers.value == odd + odd.map { $0 + 1 })
  }

  @Test func `detached tasks run on the main thread`() async {
    await withMainSerialExecutor {
      await Task.detached { MainActor.assertIsolated() }.value
    }
  }

  @Test func `a request for the serial executor lasts until it is withdrawn`() async {
    uncheckedUseMainSerialExecutor = true
    withMainSerialExecutor {}
    #expect(uncheckedUseMainSerialExecutor)
    uncheckedUseMainSerialExecutor = false
  }
}
