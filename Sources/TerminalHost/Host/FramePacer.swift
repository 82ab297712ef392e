/// Decides when the next frame is due: at most so many a second, and never a change that is not shown in the end.
///
/// What a person did is shown at once. Frames that only time asks for keep to a grid, so that a clock which ticks twice
/// as often as it is shown costs one frame for two ticks, and no wake-up of its own.
struct FramePacer {
  /// How far apart frames are.
  let interval: Duration
  private var next: ContinuousClock.Instant?

  /// - Parameter framesPerSecond: 1 to 1000.
  init(framesPerSecond: Int) {
    interval = .seconds(1) / framesPerSecond
  }

  /// When a change that comes now may be shown; `nil` is at once.
  ///
  /// A frame that is due within an eighth of the interval is due: the tick that wakes for it may be early by a hair, and
  /// must not lead to another wake-up.
  func delay(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    guard let next, now < next.advanced(by: interval / -8) else { return nil }
    return next
  }

  /// Notes that a frame was painted.
  mutating func painted(at now: ContinuousClock.Instant) {
    // On the grid as long as that is kept up with.
    if let next, now < next.advanced(by: interval), now > next.advanced(by: interval / -8) {
      self.next = next.advanced(by: interval)
    } else {
      next = now.advanced(by: interval)
    }
  }
}
