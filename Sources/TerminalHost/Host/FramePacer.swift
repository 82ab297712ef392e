/// Decides when the next frame is due: so many a second, and never a change that is not shown in the end.
///
/// What a person did is shown at once. Frames that only time asks for keep to a grid, and each comes with the tick that is
/// nearest to its place there: so a clock which ticks twice as often as it is shown costs one frame for two ticks and no
/// wake-up of its own, however late one of them comes.
struct FramePacer {
  /// How far apart frames are, in nanoseconds.
  private let interval: Int64
  /// How much sooner than its place a frame may come, and how much later without moving the grid.
  private var tolerance: Int64 { interval * 2 / 5 }
  /// The next place on the grid.
  private var next: LoopClock.Instant?

  /// - Parameter framesPerSecond: 1 to 1000.
  init(framesPerSecond: Int) {
    interval = 1_000_000_000 / Int64(framesPerSecond)
  }

  /// When a change that comes now may be shown; `nil` is at once. Ticks come before that.
  func delay(at now: LoopClock.Instant) -> LoopClock.Instant? {
    guard let next, next.nanoseconds - now.nanoseconds > tolerance else { return nil }
    return next.advanced(byNanoseconds: interval / 2)
  }

  /// Notes that a frame was painted.
  mutating func painted(at now: LoopClock.Instant) {
    guard let place = next, now.nanoseconds - place.nanoseconds < tolerance else {
      // Somewhat less than an interval, so that no tick after a late one just fails to be near enough.
      next = now.advanced(byNanoseconds: next == nil ? interval : interval * 3 / 4)
      return
    }
    // Keys may have been faster than any grid.
    next = min(
      place.advanced(byNanoseconds: interval), now.advanced(byNanoseconds: interval * 3 / 2))
  }
}
