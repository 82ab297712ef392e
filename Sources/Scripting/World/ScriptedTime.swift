import FoundationEssentials
import ReducerRuntime
import Synchronization

/// Time and chance as a script has them: what happens again later, or elsewhere, happens the same way.
public struct ScriptedTime: Sendable {
  private let start: Date
  private let seed: UInt64
  private let clock: any Clock<Duration>
  private let beginning: Duration

  /// - Parameters:
  ///   - start: The time on the wall at the beginning, which is now.
  ///   - seed: Of what is random.
  ///   - clock: Tells how much time has passed.
  public init(start: Date, seed: UInt64, on clock: any Clock<Duration>) {
    self.start = start
    self.seed = seed
    self.clock = clock
    beginning = clock.uptime
  }

  /// Since the beginning.
  public var elapsed: Duration { clock.uptime - beginning }

  public var now: Date { start.addingTimeInterval(elapsed / .seconds(1)) }

  /// Lets features live by it.
  public func set(_ values: inout DependencyValues) {
    let chance = Mutex(SeededGenerator(seed: seed))
    values.continuousClock = clock
    values.date = DateGenerator { now }
    values.uuid = UUIDGenerator { chance.withLock { UUID(using: &$0) } }
    values.withRandomNumberGenerator = WithRandomNumberGenerator(SeededGenerator(seed: seed))
  }
}
