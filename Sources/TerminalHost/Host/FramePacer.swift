/// Decides when the next frame is due: so many a second, and never a change that is not shown in the end.
///
/// What a person did is shown at once. Frames that only time asks for keep to a grid, and each comes with the tick that is
/// nearest to its place there: so a clock which ticks twice as often as it is shown costs one frame for two ticks and no
/// wake-up of its own, however late one of them comes.
struct FramePacer {
  /// How far apart frames are.
  private let interval: Duration
  /// How much sooner than its place a frame may come, and how much later without moving the grid.
  private let tolerance: Duration
  // Made once: each is wanted for every other tick, and takes a division of 128 bits.
  private let half: Duration
  private let threeQuarters: Duration
  private let threeHalves: Duration
  /// The next place on the grid.
  private var next: ContinuousClock.Instant?

  /// - Parameter framesPerSecond: 1 to 1000.
  init(framesPerSecond: Int) {
    interval = .seconds(1) / framesPerSecond
    tolerance = interval * 2 / 5
    half = interval / 2
    threeQuarters = interval * 3 / 4
    threeHalves = interval * 3 / 2
  }

  /// When a change that comes now may be shown; `nil` is at once. Ticks come before that.
  func delay(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    guard let next, now.duration(to: next) > tolerance else { return nil }
    return next.advanced(by: half)
  }

  /// Notes that a frame was painted.
  mutating func painted(at now: ContinuousClock.Instant) {
    guard let place = next, place.duration(to: now) < tolerance else {
      // Somewhat less than an interval, so that no tick after a late one just fails to be near enough.
      next = now.advanced(by: next == nil ? interval : threeQuarters)
      return
    }
    // Keys may have been faster than any grid.
    let following = place.advanced(by: interval)
    let latest = now.advanced(by: threeHalves)
    next = latest < following ? latest : following
  }
}
