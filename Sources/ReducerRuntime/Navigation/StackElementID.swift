import Synchronization

/// Tells one element of a ``StackState`` from another, for as long as it is in a stack.
///
/// A store counts its elements from 0, whatever other stores do, so a test may write them as numbers:
///
/// ```swift
/// await store.send(.path(.element(id: 0, action: .detail(.startButtonTapped))))
/// ```
public struct StackElementID: Hashable, Sendable {
  let generation: Int
}

extension StackElementID: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int) {
    self.init(generation: value)
  }
}

extension StackElementID: CustomStringConvertible {
  public var description: String { "#\(generation)" }
}

/// Numbers the elements of one store's stacks.
public final class StackElementIDGenerator: Sendable {
  private struct Numbers {
    var next: Int
    /// The first number given since somebody began to watch.
    var firstGiven: Int?
  }

  private let numbers: Mutex<Numbers>

  /// - Parameter first: The number of the next element.
  public init(first: Int = 0) {
    numbers = Mutex(Numbers(next: first))
  }

  /// An identifier that nothing has, whose number is `least` or more.
  func callAsFunction(atLeast least: Int) -> StackElementID {
    numbers.withLock { numbers in
      let generation = max(numbers.next, least)
      numbers.next = generation + 1
      numbers.firstGiven = numbers.firstGiven ?? generation
      return StackElementID(generation: generation)
    }
  }

  /// Passes over the identifiers up to `id`, which this generator did not give.
  func pass(_ id: StackElementID) {
    numbers.withLock { $0.next = max($0.next, id.generation + 1) }
  }

  /// Runs `operation`, and tells the first number that was given meanwhile, or that would be given now.
  ///
  /// A test starts from it, so that what it expects to be pushed is known as what was.
  package func watching<Result>(_ operation: () -> Result) -> (result: Result, first: Int) {
    numbers.withLock { $0.firstGiven = nil }
    let result = operation()
    return (result, numbers.withLock { $0.firstGiven ?? $0.next })
  }
}

extension StackElementIDGenerator: DependencyKey {
  public static let liveValue = StackElementIDGenerator()
  public static var testValue: StackElementIDGenerator { StackElementIDGenerator() }
}

extension DependencyValues {
  /// Numbers the elements of stacks. Every store has one of its own.
  public var stackElementID: StackElementIDGenerator {
    get {
      if let generator = value(of: StackElementIDGenerator.self) { return generator }
      // A test's default would be kept, but stacks made outside any store count from 0 each.
      return context == .test ? StackElementIDGenerator() : self[StackElementIDGenerator.self]
    }
    set { self[StackElementIDGenerator.self] = newValue }
  }
}
