import ReducerRuntime

/// Time that passes as fast as the program can run, and the same way each time: only the script and the program's own
/// deadlines cause events.
///
/// The program's effects must run on ``effects``, and sleep on ``clock`` only.
@MainActor
public final class VirtualTime: ScriptTime {
  public let clock = TestClock()
  public let effects = EffectQueue()
  /// A closure that is called at each interval of elapsed time, for recording; `nil` for none.
  public var observer: (interval: Duration, onInterval: () -> Void)?

  public init() {}

  public var elapsed: Duration { clock.uptime }

  public func pass(_ duration: Duration) async throws {
    var remaining = duration
    if let observer {
      while remaining > observer.interval {
        await clock.advance(by: observer.interval)
        remaining -= observer.interval
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
