import CSystem
import ReducerRuntime

/// A clock equivalent to `ContinuousClock` whose sleeps are deadlines of the event loop, so that a tick needs no
/// allocation and no other thread.
///
/// While the loop handles a key, ``now`` is the instant at which the key was read, independent of the time that
/// reducers and painting take. The clock continues while the machine sleeps.
public struct LoopClock: Clock {
  /// The duration of the standard library.
  public typealias Duration = Swift.Duration

  /// Creates a clock. All of them show the same time.
  public init() {}

  /// The instant at which the current event was read or, outside the loop, the current time.
  public var now: Instant {
    let loop = EventLoop.shared
    return loop.isInstalled ? loop.now : .now
  }

  /// One nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Sleeps until `deadline`.
  ///
  /// - Parameter tolerance: Ignored; the loop wakes at the deadline.
  /// - Throws: `CancellationError` immediately when the task is cancelled.
  // Isolated to the main actor, which is the loop: registering needs no lock, and a sleeper on the main actor stays on
  // its thread.
  @MainActor
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let loop = EventLoop.shared
    guard loop.isInstalled else {
      try await Task.sleep(for: now.duration(to: deadline), tolerance: tolerance)
      return
    }
    let id = loop.deadlines.newID()
    try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { continuation in
        loop.register(.continuation(continuation), until: deadline, id: id)
        // The task may have been cancelled before the sleep was registered.
        if Task.isCancelled { loop.cancelSleep(id) }
      }
    } onCancel: {
      loop.cancelSleep(id)
    }
  }

  // MARK: - Instants

  /// An instant on the clock, in nanoseconds since boot, including sleep.
  ///
  /// It is a one-word equivalent of `ContinuousClock.Instant`. The layout of that type is only known at run time:
  /// each copy would be a call, and each optional a metadata lookup, many times per tick.
  public struct Instant: InstantProtocol {
    var nanoseconds: Int64

    init(nanoseconds: Int64) {
      self.nanoseconds = nanoseconds
    }

    /// The current instant, read from the system.
    public static var now: Self { Self(nanoseconds: csys_boot_clock_ns()) }

    /// Returns the instant after `duration`, rounded up to a nanosecond so that no sleep ends early. Durations of
    /// centuries are clamped.
    public func advanced(by duration: Duration) -> Self {
      advanced(byNanoseconds: duration.nanoseconds)
    }

    func advanced(byNanoseconds other: Int64) -> Self {
      let (sum, didOverflow) = nanoseconds.addingReportingOverflow(other)
      return Self(nanoseconds: didOverflow ? (other < 0 ? .min : .max) : sum)
    }

    /// Returns the time from this instant to `other`.
    public func duration(to other: Self) -> Duration {
      .nanoseconds(other.nanoseconds) - .nanoseconds(nanoseconds)
    }

    /// Returns the instant after `duration`.
    public static func + (instant: Self, duration: Duration) -> Self {
      instant.advanced(by: duration)
    }

    public static func < (a: Self, b: Self) -> Bool { a.nanoseconds < b.nanoseconds }
  }
}

extension Duration {
  /// The duration in nanoseconds, rounded up and clamped to the range of `Int64`.
  var nanoseconds: Int64 {
    let (whole, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return Int64(clamping: rest > 0 ? whole + 1 : whole)
  }
}

extension LoopClock: EpochClock {
  public var epoch: Instant { Instant(nanoseconds: 0) }

  public var timeSinceEpoch: Duration { .nanoseconds(now.nanoseconds) }
}

// MARK: - Ticks

extension LoopClock: TickingClock {
  /// Calls `body` directly from the loop at each tick, without allocations.
  @MainActor
  public func runTimer(
    every interval: Duration, _ body: @escaping @MainActor () -> Void
  ) async {
    let loop = EventLoop.shared
    guard loop.isInstalled else {
      for await _ in timer(interval: interval) { body() }
      return
    }
    let id = loop.deadlines.newID()
    await withTaskCancellationHandler {
      await withUnsafeContinuation { ended in
        let ticker = Ticker(every: interval, body) { ended.resume() }
        loop.register(.ticker(ticker), until: loop.now.advanced(by: interval), id: id)
        // If the task was cancelled before the ticker was registered, `onCancel` had nothing to cancel.
        if Task.isCancelled { loop.cancelSleep(id) }
      }
    } onCancel: {
      loop.cancelSleep(id)
    }
  }
}

/// A repeating timer that calls a closure at each multiple of an interval.
final class Ticker {
  let body: @MainActor () -> Void
  /// The interval in nanoseconds.
  private let interval: Int64
  private let onEnd: () -> Void

  /// Creates a ticker.
  ///
  /// - Parameters:
  ///   - interval: The time between ticks; positive.
  ///   - onEnd: Called once, after the last tick.
  init(
    every interval: Duration, _ body: @escaping @MainActor () -> Void,
    onEnd: @escaping () -> Void = {}
  ) {
    precondition(interval > .zero, "A ticker's interval must be positive")
    self.interval = interval.nanoseconds
    self.body = body
    self.onEnd = onEnd
  }

  /// Returns the time of the tick after `instant`, skipping ticks that were missed completely by `now`.
  func next(
    after instant: LoopClock.Instant, now: LoopClock.Instant
  ) -> LoopClock.Instant {
    let next = instant.advanced(byNanoseconds: interval)
    guard next < now else { return next }
    // Counts whole intervals, because multiplying fractions would drift.
    let missed = (now.nanoseconds - next.nanoseconds - 1) / interval + 1
    return next.advanced(byNanoseconds: missed * interval)
  }

  func end() { onEnd() }
}
