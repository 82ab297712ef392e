/// Calls somebody back at each multiple of an interval, and says when that has come to its end.
final class Ticker {
  let body: @MainActor () -> Void
  private let interval: Duration
  private let ended: () -> Void

  /// - Parameters:
  ///   - interval: The time between ticks; positive.
  ///   - ended: Called once, after the last tick.
  init(
    every interval: Duration, _ body: @escaping @MainActor () -> Void,
    ended: @escaping () -> Void = {}
  ) {
    precondition(interval > .zero, "A ticker's interval must be positive")
    self.interval = interval
    self.body = body
    self.ended = ended
  }

  /// When it ticks again after `instant`, as seen at `now`. Ticks that were missed altogether are left out.
  func next(
    after instant: ContinuousClock.Instant, now: ContinuousClock.Instant
  ) -> ContinuousClock.Instant {
    let next = instant.advanced(by: interval)
    guard next < now else { return next }
    // Counted in whole intervals: a fraction, multiplied again, would drift.
    let missed = (next.duration(to: now).attoseconds - 1) / interval.attoseconds + 1
    return next.advanced(by: Duration(attoseconds: missed * interval.attoseconds))
  }

  func end() { ended() }
}
