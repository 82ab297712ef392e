/// Decides when the next frame is due: at most so many a second, and never a change that is not shown in the end.
///
/// What a person did is shown at once. A clock that ticks twice as often as it is shown costs one frame for two ticks, and
/// no wake-up of its own.
struct FramePacer {
  /// How far apart frames are.
  private let interval: Duration
  /// How soon after a frame the next may come: a quarter of the interval early. Else one tick that came late would have
  /// all frames after it come between two ticks, each with a wake-up of its own.
  private let least: Duration
  private var last: ContinuousClock.Instant?

  /// - Parameter framesPerSecond: 1 to 1000.
  init(framesPerSecond: Int) {
    interval = .seconds(1) / framesPerSecond
    least = interval * 3 / 4
  }

  /// When a change that comes now may be shown; `nil` is at once.
  func delay(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    guard let last, last.duration(to: now) < least else { return nil }
    return last.advanced(by: interval)
  }

  /// Notes that a frame was painted.
  mutating func painted(at now: ContinuousClock.Instant) { last = now }
}
