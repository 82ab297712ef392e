import ReducerRuntime

/// Virtual time that passes in real time, or at a multiple of it: each step waits until it is due on a clock.
///
/// Playback is exactly the same as without waiting; only the time of display differs.
@MainActor
public final class PacedTime: ScriptTime {
  private let time: VirtualTime
  private let clock: any Clock<Duration>
  private let speed: Double
  /// The time on the clock at which the elapsed virtual time is due, so that late wake-ups do not add up.
  private var due: Duration
  private var waiting: CheckedContinuation<Void, Never>?

  /// Whether playback is paused.
  public var isPaused = false {
    didSet {
      guard !isPaused else { return }
      waiting?.resume()
      waiting = nil
    }
  }

  /// The interval at which a viewer sees time pass.
  private static let interval = Duration.milliseconds(10)

  /// Creates paced time.
  ///
  /// - Parameters:
  ///   - clock: The clock for real time.
  ///   - speed: The speed relative to the clock; more than 0.
  public init(_ time: VirtualTime, clock: any Clock<Duration>, speed: Double) {
    precondition(speed > 0, "time goes forward")
    self.time = time
    self.clock = clock
    self.speed = speed
    due = clock.uptime
  }

  public var elapsed: Duration { time.elapsed }

  public func pass(_ duration: Duration) async throws {
    var remaining = duration
    // In slow motion, a step is still a tick of the program.
    let stride = Self.interval * max(1, speed)
    while remaining > .zero {
      let step = min(remaining, stride)
      try await wait(step / speed)
      try await time.pass(step)
      remaining -= step
    }
    if duration == .zero { try await time.pass(.zero) }
  }

  public func passSuspended(_ duration: Duration) async throws {
    try await wait(duration / speed)
    try await time.passSuspended(duration)
  }

  public func yield() async throws { try await wait(.zero) }

  public func settle() { time.settle() }

  /// Waits until `duration` after the end of all earlier waits.
  private func wait(_ duration: Duration) async throws {
    if isPaused {
      await withCheckedContinuation { waiting = $0 }
      due = clock.uptime
    }
    try Task.checkCancellation()
    let now = clock.uptime
    // The machine slept, or the program was suspended: the lost time is not made up for.
    if now - due > .milliseconds(250) { due = now }
    due += duration
    // Also for a wait of zero: only a task that sleeps lets the event loop handle keys and signals.
    try await clock.sleep(for: max(.zero, due - now))
  }
}
