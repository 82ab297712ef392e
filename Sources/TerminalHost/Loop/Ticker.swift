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
    // In whole intervals, because multiplying a fraction would drift.
    let missed = (now.nanoseconds - next.nanoseconds - 1) / interval + 1
    return next.advanced(byNanoseconds: missed * interval)
  }

  func end() { onEnd() }
}
