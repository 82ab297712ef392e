import ReducerRuntime
import Synchronization

/// A clock that advances by a step whenever its time is read, so that time passes without waiting.
final class SteppedClock: EpochClock, Sendable {
  struct Instant: InstantProtocol {
    var time: Duration
    func advanced(by duration: Duration) -> Self { Self(time: time + duration) }
    func duration(to other: Self) -> Duration { other.time - time }
    static func < (a: Self, b: Self) -> Bool { a.time < b.time }
  }

  private let nanoseconds = Atomic<Int64>(0)
  private let step = Atomic<Int64>(0)

  /// Sets the step by which each read advances the clock.
  func set(step duration: Duration) {
    step.store(Int64(duration / .nanoseconds(1)), ordering: .relaxed)
  }

  var epoch: Instant { Instant(time: .zero) }
  var minimumResolution: Duration { .nanoseconds(1) }

  var now: Instant {
    let step = step.load(ordering: .relaxed)
    let nanoseconds = nanoseconds.wrappingAdd(step, ordering: .relaxed).newValue
    return Instant(time: .nanoseconds(nanoseconds))
  }

  /// Sleeps until the task is cancelled. Benchmarks send ticks themselves.
  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    while true { try await Task.sleep(for: .seconds(3600)) }
  }
}
