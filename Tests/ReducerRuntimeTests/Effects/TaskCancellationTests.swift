import Dispatch
import Glibc
import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct TaskCancellationTests {
  let clock = TestClock()

  @Test func `part of an effect is cancelled by its identifier`() async {
    let store = countdown
    await store.send(.started)
    await clock.advance(by: .seconds(1))
    await store.receive(.ticked) { $0 = 1 }
    await store.send(.cancelled)
    await store.receive(.ended) { $0 = -1 }
  }

  @Test func `a task with the same id replaces the previous one`() async {
    let store = countdown
    await store.send(.started)
    await store.send(.started)
    await store.receive(.ended) { $0 = -1 }
    await clock.advance(by: .seconds(1))
    await store.receive(.ticked) { $0 = 0 }
    await store.send(.cancelled)
    await store.receive(.ended) { $0 = -1 }
  }

  @Test func `an effect cancels others itself`() async {
    let store = countdown
    await store.send(.started)
    await store.send(.cancelledByEffect(after: .zero))
    await clock.advance()
    await store.receive(.ended) { $0 = -1 }
  }

  @Test func `an effect cancels others before the clock advances`() async {
    let store = countdown
    await store.send(.started)
    await store.send(.cancelledByEffect(after: .milliseconds(500)))
    await moveMainActor()
    await clock.advance(by: .seconds(1))
    await store.receive(.ended) { $0 = -1 }
  }

  @Test func `the end of an effect cancels its parts`() async {
    let store = countdown
    let task = await store.send(.started)
    await task.cancel()
    await clock.advance(by: .seconds(10))
    #expect(task.isCancelled)
  }

  @Test func `the result or error of the operation is returned`() async throws {
    struct Failure: Error {}
    let value = await withTaskCancellation(id: 1) { 42 }
    #expect(value == 42)
    await #expect(throws: Failure.self) {
      try await withTaskCancellation(id: 1) { () async throws -> Int in throw Failure() }
    }
  }

  @Test func `a type can be an id`() async {
    enum Countdown {}
    let clock = clock
    let store = TestStore(initialState: 0) {
      Reduce<Int, Bool> { state, isStart in
        isStart
          ? .run { _ in try await clock.sleep(for: .seconds(1)) }.cancellable(id: Countdown.self)
          : .cancel(id: Countdown.self)
      }
    }
    await store.send(true)
    await store.send(false)
  }

  /// Lets another thread run the main actor, as happens in a program without an event loop of its
  /// own: holds the thread that runs it now until another one does.
  private func moveMainActor() async {
    let thread = pthread_self()
    let queue = DispatchQueue(label: "thread")
    for _ in 0..<1000 where pthread_equal(pthread_self(), thread) != 0 {
      let hold = DispatchSemaphore(value: 0)
      await withCheckedContinuation { continuation in
        queue.async {
          continuation.resume()
          hold.wait()
        }
      }
      hold.signal()
    }
  }

  private var countdown: TestStore<Int, Countdown.Action> {
    TestStore(initialState: 0) { Countdown(clock: clock) }
  }
}

private struct Countdown: Reducer {
  enum Action: Equatable {
    case started, ticked, ended, cancelled, cancelledByEffect(after: Duration)
  }
  enum CancelID { case ticks }

  let clock: any Clock<Duration>

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    switch action {
    case .started:
      return .run { send in
        await withTaskCancellation(id: CancelID.ticks, cancelInFlight: true) {
          for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }
        }
        await send(.ended)
      }
    case .ticked:
      state += 1
      return .none
    case .ended:
      state = -1
      return .none
    case .cancelled:
      return .cancel(id: CancelID.ticks)
    case .cancelledByEffect(let delay):
      return .run { _ in
        try await clock.sleep(for: delay)
        Task.cancel(id: CancelID.ticks)
      }
    }
  }
}
