import FoundationEssentials
import Synchronization

// MARK: - Dates

extension DependencyValues {
  /// A generator of the current date: `@Dependency(\.date.now) var now`.
  public var date: DateGenerator {
    get { self[DateGeneratorKey.self] }
    set { self[DateGeneratorKey.self] = newValue }
  }

  private enum DateGeneratorKey: DependencyKey {
    static let liveValue = DateGenerator { Date() }
    static var testValue: DateGenerator {
      let location = IssueLocation.ofProperty()
      return DateGenerator {
        reportMissingOverride(of: "@Dependency(\\.date)", at: location)
        return Date()
      }
    }
  }
}

/// A generator of dates.
public struct DateGenerator: Sendable {
  private var generate: @Sendable () -> Date

  /// Creates a generator that calls `generate` for each date.
  public init(_ generate: @escaping @Sendable () -> Date) {
    self.generate = generate
  }

  /// Returns a generator that always returns the same date.
  public static func constant(_ now: Date) -> Self {
    Self { now }
  }

  /// The current date. Setting it makes the date constant.
  public var now: Date {
    get { generate() }
    set { generate = { newValue } }
  }

  /// Returns the current date.
  public func callAsFunction() -> Date { generate() }
}

// MARK: - Identifiers

extension DependencyValues {
  /// A generator of UUIDs.
  public var uuid: UUIDGenerator {
    get { self[UUIDGeneratorKey.self] }
    set { self[UUIDGeneratorKey.self] = newValue }
  }

  private enum UUIDGeneratorKey: DependencyKey {
    static let liveValue = UUIDGenerator { UUID() }
    static var testValue: UUIDGenerator {
      let location = IssueLocation.ofProperty()
      return UUIDGenerator {
        reportMissingOverride(of: "@Dependency(\\.uuid)", at: location)
        return UUID()
      }
    }
  }
}

/// A generator of UUIDs.
public struct UUIDGenerator: Sendable {
  private let generate: @Sendable () -> UUID

  /// Creates a generator that calls `generate` for each UUID.
  public init(_ generate: @escaping @Sendable () -> UUID) {
    self.generate = generate
  }

  /// Returns a generator that always returns the same UUID.
  public static func constant(_ uuid: UUID) -> Self {
    Self { uuid }
  }

  /// A generator that counts: 00000000-0000-0000-0000-000000000000, …0001, …0002 and so on.
  public static var incrementing: Self {
    let next = Counter()
    return Self { UUID(next.advance()) }
  }

  /// Returns a new UUID.
  public func callAsFunction() -> UUID { generate() }

  private final class Counter: Sendable {
    private let value = Atomic<Int>(0)
    func advance() -> Int { value.wrappingAdd(1, ordering: .relaxed).oldValue }
  }
}

extension UUID {
  /// Creates a UUID whose last digits are `number` in hexadecimal, like those of ``UUIDGenerator/incrementing``.
  ///
  /// A negative number has a 1 before its digits: `UUID(-10)` is 00000000-0000-0001-0000-00000000000A.
  public init(_ number: Int) {
    var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &bytes) { bytes in
      var rest = number.magnitude
      if number < 0 { bytes[7] = 1 }
      for index in stride(from: 15, through: 8, by: -1) {
        bytes[index] = UInt8(truncatingIfNeeded: rest)
        rest >>= 8
      }
    }
    self.init(uuid: bytes)
  }
}

// MARK: - Random numbers

extension DependencyValues {
  /// A random number generator.
  ///
  /// ```swift
  /// @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
  /// let side = withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
  /// ```
  public var withRandomNumberGenerator: WithRandomNumberGenerator {
    get { self[WithRandomNumberGeneratorKey.self] }
    set { self[WithRandomNumberGeneratorKey.self] = newValue }
  }

  private enum WithRandomNumberGeneratorKey: DependencyKey {
    static let liveValue = WithRandomNumberGenerator(SystemRandomNumberGenerator())
    static var testValue: WithRandomNumberGenerator {
      WithRandomNumberGenerator(UnimplementedRandomNumberGenerator())
    }
  }
}

/// A wrapper that gives one caller at a time access to a random number generator.
public struct WithRandomNumberGenerator: Sendable {
  private let shared: Shared

  // Unchecked: the generator is only accessed inside the lock.
  private final class Shared: @unchecked Sendable {
    var generator: any RandomNumberGenerator & Sendable
    let lock = Mutex(())
    init(_ generator: any RandomNumberGenerator & Sendable) { self.generator = generator }
  }

  /// Creates a wrapper around `generator`; copies share it.
  public init<T: RandomNumberGenerator & Sendable>(_ generator: T) {
    shared = Shared(generator)
  }

  /// Calls `work` with the generator. `work` must not use this wrapper again.
  public func callAsFunction<Result>(
    _ work: (inout any RandomNumberGenerator & Sendable) throws -> Result
  ) rethrows -> Result {
    try shared.lock.withLockUnchecked { try work(&shared.generator) }
  }
}

private struct UnimplementedRandomNumberGenerator: RandomNumberGenerator {
  private var generator = SystemRandomNumberGenerator()
  private let location = IssueLocation.ofProperty()

  mutating func next() -> UInt64 {
    reportMissingOverride(of: "@Dependency(\\.withRandomNumberGenerator)", at: location)
    return generator.next()
  }
}
