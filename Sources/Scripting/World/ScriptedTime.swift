import FoundationEssentials
import ReducerRuntime
import Synchronization

/// The time and the random numbers of a script, which are the same in each replay.
public struct ScriptedTime: Sendable {
  private let start: Date
  private let seed: UInt64
  let clock: any Clock<Duration>
  private let startUptime: Duration

  /// Creates the time of a script.
  ///
  /// - Parameters:
  ///   - start: The scripted date and time at which the clock starts.
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

// MARK: - Random numbers

/// A random number generator with the same sequence for the same seed on every machine: SplitMix64, by Steele, Lea
/// and Flood (2014).
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension UUID {
  /// Creates a random UUID of version 4.
  init(using generator: inout SeededGenerator) {
    var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &bytes) { bytes in
      bytes.storeBytes(of: generator.next().bigEndian, as: UInt64.self)
      bytes.storeBytes(of: generator.next().bigEndian, toByteOffset: 8, as: UInt64.self)
      bytes[6] = bytes[6] & 0x0F | 0x40
      bytes[8] = bytes[8] & 0x3F | 0x80
    }
    self.init(uuid: bytes)
  }
}
