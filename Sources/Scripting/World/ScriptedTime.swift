import FoundationEssentials
import ReducerRuntime
import Synchronization

/// The time and the random numbers of a script, which are the same at each replay.
public struct ScriptedTime: Sendable {
  private let start: Date
  private let seed: UInt64
  private let clock: any Clock<Duration>
  private let startUptime: Duration

  /// Creates the time of a script.
  ///
  /// - Parameters:
  ///   - start: The scripted date and time of the present moment, from which the clock counts.
  ///   - seed: The seed of random numbers.
  ///   - clock: The clock that measures elapsed time.
  public init(start: Date, seed: UInt64, on clock: any Clock<Duration>) {
    self.start = start
    self.seed = seed
    self.clock = clock
    startUptime = clock.uptime
  }

  /// The time since the start.
  public var elapsed: Duration { clock.uptime - startUptime }

  public var now: Date { start.addingTimeInterval(elapsed / .seconds(1)) }

  /// Sets the dependencies that provide features with time and random numbers.
  public func setDependencies(in values: inout DependencyValues) {
    let random = Mutex(SeededGenerator(seed: seed))
    values.continuousClock = clock
    values.date = DateGenerator { now }
    values.uuid = UUIDGenerator { random.withLock { UUID(using: &$0) } }
    values.withRandomNumberGenerator = WithRandomNumberGenerator(SeededGenerator(seed: seed))
  }
}
