import ReducerRuntime

/// Time that passes as fast as the program can be run, and the same way each time: nothing happens in it but what the
/// script and the program's own deadlines ask for.
///
/// The program's effects have to run on ``effects``, and sleep on ``clock`` only.
@MainActor
public final class VirtualTime: ScriptTime {
  public let clock = TestClock()
  public let effects = EffectQueue()
  /// Called whenever so much time has passed, so that somebody can watch; `nil` when nobody does.
  public var watcher: (interval: Duration, look: () -> Void)?

  public init() {}

  public var elapsed: Duration { clock.uptime }

  public func pass(_ duration: Duration) async throws {
    var left = duration
    if let watcher {
      while left > watcher.interval {
        await clock.advance(by: watcher.interval)
        left -= watcher.interval
        watcher.look()
      }
    }
    await clock.advance(by: left)
    settle()
  }

  public func passSuspended(_ duration: Duration) async throws {
    clock.leap(by: duration)
  }

  // Nobody has a key to press while it plays.
  public func yield() async throws { try Task.checkCancellation() }

  public func settle() {
    effects.drain()
    watcher?.look()
  }
}
