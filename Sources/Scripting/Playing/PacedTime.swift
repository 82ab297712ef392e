import ReducerRuntime

/// Virtual time at a person's pace, or a multiple of it: every step of it waits until a clock says that it is due.
///
/// What is played is the same to the last hundredth as without waiting; only the watcher sees when.
@MainActor
public final class PacedTime: ScriptTime {
  private let time: VirtualTime
  private let clock: any Clock<Duration>
  private let speed: Double
  /// When, on the clock, the virtual time that has passed is over: being woken late must not add up.
  private var due: Duration
  private var waiting: CheckedContinuation<Void, Never>?

  /// Whether it stands still.
  public var isPaused = false {
    didSet {
      guard !isPaused else { return }
      waiting?.resume()
      waiting = nil
    }
  }

  /// How often a watcher sees time pass.
  private static let interval = Duration.milliseconds(10)

  /// - Parameters:
  ///   - clock: Tells when a step is due.
  ///   - speed: How much faster than on that clock time passes; more than 0.
  public init(_ time: VirtualTime, clock: any Clock<Duration>, speed: Double) {
    precondition(speed > 0, "time goes forward")
    self.time = time
    self.clock = clock
    self.speed = speed
    due = clock.uptime
  }

  public var elapsed: Duration { time.elapsed }

  public func pass(_ duration: Duration) async throws {
    var left = duration
    // Slower than life, a tick of the program is still a step.
    let stride = Self.interval * max(1, speed)
    while left > .zero {
      let step = min(left, stride)
      try await wait(step / speed)
      try await time.pass(step)
      left -= step
    }
    if duration == .zero { try await time.pass(.zero) }
  }

  public func passSuspended(_ duration: Duration) async throws {
    try await wait(duration / speed)
    try await time.passSuspended(duration)
  }

  public func yield() async throws { try await wait(.zero) }

  public func settle() { time.settle() }

  /// Waits until what is asked for after all that was asked for before is due.
  private func wait(_ duration: Duration) async throws {
    if isPaused {
      await withCheckedContinuation { waiting = $0 }
      due = clock.uptime
    }
    try Task.checkCancellation()
    let now = clock.uptime
    // The machine slept, or the program was stopped: nobody wants to see that made up for.
    if now - due > .milliseconds(250) { due = now }
    due += duration
    // Also where nothing is left to wait for: only a task that sleeps lets the event loop see to keys and signals.
    try await clock.sleep(for: max(.zero, due - now))
  }
}
