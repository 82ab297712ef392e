/// Calls somebody back at each multiple of an interval, and says when that has come to its end.
final class Ticker {
  let body: @MainActor () -> Void
  /// Nanoseconds.
  private let interval: Int64
  private let ended: () -> Void

  /// - Parameters:
  ///   - interval: The time between ticks; positive.
  ///   - ended: Called once, after the last tick.
  init(
    every interval: Duration, _ body: @escaping @MainActor () -> Void,
    ended: @escaping () -> Void = {}
  ) {
    precondition(interval > .zero, "A ticker's interval must be positive")
    self.interval = interval.nanoseconds
    self.body = body
    self.ended = ended
  }

  /// When it ticks again after `instant`, as seen at `now`. Ticks that were missed altogether are left out.
  func next(
    after instant: LoopClock.Instant, now: LoopClock.Instant
  ) -> LoopClock.Instant {
    let next = instant.advanced(byNanoseconds: interval)
    guard next < now else { return next }
    // Counted in whole intervals: a fraction, multiplied again, would drift.
    let missed = (now.nanoseconds - next.nanoseconds - 1) / interval + 1
    return next.advanced(byNanoseconds: missed * interval)
  }

  func end() { ended() }
}
