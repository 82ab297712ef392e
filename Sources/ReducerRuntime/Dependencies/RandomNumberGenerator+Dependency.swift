import Synchronization

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

  mutating func next() -> UInt64 {
    reportIssue("Unimplemented: @Dependency(\\.withRandomNumberGenerator)")
    return generator.next()
  }
}
