/// A limiter of the frame rate that never drops the last change.
///
/// A response to input is shown immediately. Frames that only time causes follow a grid, and each is painted with the
/// tick nearest to its slot in the grid. So a clock that ticks twice as often as frames are painted costs one frame
/// for two ticks and no extra wake-up, even if a tick is late.
struct FramePacer {
  /// The time between frames, in nanoseconds.
  private let interval: Int64
  /// The maximum distance of a frame from its slot, in nanoseconds; within it the grid does not move.
  private var tolerance: Int64 { interval * 2 / 5 }
  /// The next slot in the grid.
  private var nextSlot: LoopClock.Instant?

  /// Creates a pacer.
  ///
  /// - Parameter framesPerSecond: 1 to 1000.
  init(framesPerSecond: Int) {
    interval = 1_000_000_000 / Int64(framesPerSecond)
  }

  /// Returns the time at which a change at `now` may be painted, or `nil` for immediately. A tick that comes earlier
  /// is used instead.
  func paintTime(forChangeAt now: LoopClock.Instant) -> LoopClock.Instant? {
    guard let nextSlot, nextSlot.nanoseconds - now.nanoseconds > tolerance else { return nil }
    return nextSlot.advanced(byNanoseconds: interval / 2)
  }

  /// Records that a frame was painted.
  mutating func recordFrame(at now: LoopClock.Instant) {
    guard let slot = nextSlot, now.nanoseconds - slot.nanoseconds < tolerance else {
      // Slightly less than an interval, so that the tick after a late one is still close enough.
      nextSlot = now.advanced(byNanoseconds: nextSlot == nil ? interval : interval * 3 / 4)
      return
    }
    // Input may have caused frames faster than the grid.
    nextSlot = min(
      slot.advanced(byNanoseconds: interval), now.advanced(byNanoseconds: interval * 3 / 2))
  }
}
