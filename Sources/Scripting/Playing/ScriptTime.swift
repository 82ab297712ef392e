import ReducerRuntime

/// A source of time for playing a script: virtual time, or virtual time paced by a real clock.
@MainActor
public protocol ScriptTime: AnyObject {
  /// The elapsed time.
  var elapsed: Duration { get }

  /// The speed of playback for a viewer, which the script's `speed` sets.
  var speed: Double { get set }

  /// Advances the time and lets the program do the work that becomes due.
  ///
  /// - Throws: `CancellationError` if the user has exited.
  func pass(_ duration: Duration) async throws

  /// Advances the time while the program is suspended.
  func passSuspended(_ duration: Duration) async throws

  /// Lets other work run, such as handling the user's keys, without advancing the script's time.
  ///
  /// - Throws: `CancellationError` if the user has exited.
  func yield() async throws

  /// Runs the jobs that are pending now.
  func settle()
}

// MARK: - Virtual time

/// A reproducible time that passes as fast as the program runs. Only the script and the program's deadlines cause
/// events.
///
/// The program's effects must run on ``effects``, and sleep on ``clock`` only.
@MainActor
public final class VirtualTime: ScriptTime {
  public let clock = TestClock()
  public let effects = EffectQueue()
  /// A closure that is called at each interval of the viewer's time, for recording; `nil` for none.
  public var observer: (interval: Duration, onInterval: () -> Void)?

  public init() {}

  public var elapsed: Duration { clock.uptime }

  public var speed = 1.0 {
    willSet { lastSpeedChange = (elapsed, viewerTime) }
  }
  private var lastSpeedChange = (elapsed: Duration.zero, viewerTime: Duration.zero)

  /// The time that has passed for a viewer, who sees each part of the script at its ``speed``.
  public var viewerTime: Duration {
    let duration = elapsed - lastSpeedChange.elapsed
    // A division by 1 would round.
    return lastSpeedChange.viewerTime + (speed == 1 ? duration : duration / speed)
  }

  public func pass(_ duration: Duration) async throws {
    var remaining = duration
    if let observer {
      let interval = observer.interval * speed
      while remaining > interval {
        await clock.advance(by: interval)
        remaining -= interval
        observer.onInterval()
      }
    }
    await clock.advance(by: remaining)
    settle()
  }

  public func passSuspended(_ duration: Duration) async throws {
    clock.skip(by: duration)
  }

  // There is no user who could press a key.
  public func yield() async throws { try Task.checkCancellation() }

  public func settle() {
    effects.drain()
    observer?.onInterval()
  }
}

// MARK: - Paced time

/// Virtual time that passes in real time, or at a multiple of it: each step waits until it is due on a clock.
///
/// Playback is exactly the same as without waiting; only the time of display differs.
@MainActor
public final class PacedTime: ScriptTime {
  private let time: VirtualTime
  private let clock: any Clock<Duration>
  /// The speed of playback, by which the script's speed is multiplied.
  private let playbackSpeed: Double
  /// The time on the clock at which the elapsed virtual time is due, kept so that late wake-ups do not add up.
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
    precondition(speed > 0, "the speed must be positive")
    self.time = time
    self.clock = clock
    playbackSpeed = speed
    due = clock.uptime
  }

  public var elapsed: Duration { time.elapsed }

  public var speed: Double {
    get { time.speed }
    set { time.speed = newValue }
  }

  private var totalSpeed: Double { playbackSpeed * speed }

  public func pass(_ duration: Duration) async throws {
    var remaining = duration
    // Even in slow motion, a step is a whole tick of the program.
    let stride = Self.interval * max(1, totalSpeed)
    while remaining > .zero {
      let step = min(remaining, stride)
      try await wait(step / totalSpeed)
      try await time.pass(step)
      remaining -= step
    }
    if duration == .zero { try await time.pass(.zero) }
  }

  public func passSuspended(_ duration: Duration) async throws {
    try await wait(duration / totalSpeed)
    try await time.passSuspended(duration)
  }

  public func yield() async throws { try await wait(.zero) }

  public func settle() { time.settle() }

  /// Waits until `duration` has passed after the end of all earlier waits.
  private func wait(_ duration: Duration) async throws {
    if isPaused {
      await withCheckedContinuation { waiting = $0 }
      due = clock.uptime
    }
    try Task.checkCancellation()
    let now = clock.uptime
    // If the machine slept or the program was suspended, the lost time is not made up for.
    if now - due > .milliseconds(250) { due = now }
    due += duration
    // Sleeps even if the wait is zero, because only a sleeping task lets the event loop handle keys and signals.
    try await clock.sleep(for: max(.zero, due - now))
  }
}
