import Synchronization

/// An identifier of an element of a ``StackState``, unique while the element is in a stack.
///
/// Each store numbers its elements from 0, so a test may write identifiers as integer literals:
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

/// A generator of identifiers for the elements of one store's stacks.
package final class StackElementIDGenerator: Sendable {
  private struct Numbers {
    var next: Int
    /// The first number that was generated since recording began.
    var firstGenerated: Int?
  }

  private let numbers: Mutex<Numbers>

  /// Creates a generator.
  ///
  /// - Parameter first: The number of the next element.
  package init(first: Int = 0) {
    numbers = Mutex(Numbers(next: first))
  }

  /// Returns a new identifier whose number is at least `least`.
  func callAsFunction(atLeast least: Int) -> StackElementID {
    numbers.withLock { numbers in
      let generation = max(numbers.next, least)
      numbers.next = generation + 1
      numbers.firstGenerated = numbers.firstGenerated ?? generation
      return StackElementID(generation: generation)
    }
  }

  /// The identifier that is created next.
  var next: StackElementID { numbers.withLock { StackElementID(generation: $0.next) } }

  /// Skips the identifiers up to and including `id`, which another generator may have created.
  func skip(through id: StackElementID) {
    numbers.withLock { $0.next = max($0.next, id.generation + 1) }
  }

  /// Runs `operation`, and returns the first number that was generated meanwhile, or the next one if there was none.
  ///
  /// A test store starts its own generator with that number, so that expected and actual identifiers are equal.
  package func recordingFirst<Result>(_ operation: () -> Result) -> (result: Result, first: Int) {
    numbers.withLock { $0.firstGenerated = nil }
    let result = operation()
    return (result, numbers.withLock { $0.firstGenerated ?? $0.next })
  }
}

extension StackElementIDGenerator: DependencyKey {
  package static let liveValue = StackElementIDGenerator()
  package static var testValue: StackElementIDGenerator { StackElementIDGenerator() }
}

extension DependencyValues {
  /// The generator of stack element identifiers. Each store has its own.
  package var stackElementID: StackElementIDGenerator {
    get {
      if let generator = value(of: StackElementIDGenerator.self) { return generator }
      // The test default would be cached, but stacks outside any store should each count from 0.
      return context == .test ? StackElementIDGenerator() : self[StackElementIDGenerator.self]
    }
    set { self[StackElementIDGenerator.self] = newValue }
  }
}
