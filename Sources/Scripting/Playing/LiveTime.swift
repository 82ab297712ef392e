import ReducerRuntime

/// A person's time, as a clock tells it.
@MainActor
public final class LiveTime: ScriptTime {
  public let clock: PlaybackClock
  /// When what was asked for so far is over: being woken late must not add up.
  private var due: Duration

  public init(_ clock: PlaybackClock) {
    self.clock = clock
    due = clock.uptime
  }

  public var elapsed: Duration { clock.uptime }

  public func pass(_ duration: Duration) async throws {
    // Whoever waited for something else meanwhile begins from there.
    if elapsed - due > .milliseconds(250) { due = elapsed }
    due += duration
    try await clock.sleep(for: due - elapsed)
  }

  public func passSuspended(_ duration: Duration) async throws {
    try await pass(duration)
  }

  public func settle() {}
}
