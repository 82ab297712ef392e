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
  private let next: Mutex<Int>

  /// - Parameter first: The number of the next element.
  public init(first: Int = 0) {
    next = Mutex(first)
  }

  /// The number the next element will have.
  public var peek: Int { next.withLock { $0 } }

  /// An identifier that nothing has, whose number is `least` or more.
  func callAsFunction(atLeast least: Int) -> StackElementID {
    next.withLock { next in
      let generation = max(next, least)
      next = generation + 1
      return StackElementID(generation: generation)
    }
  }

  /// Passes over the identifiers up to `id`, which somebody chose.
  func pass(_ id: StackElementID) {
    next.withLock { $0 = max($0, id.generation + 1) }
  }
}

extension StackElementIDGenerator: DependencyKey {
  public static let liveValue = StackElementIDGenerator()
  /// Stacks made outside any store count from 0 each.
  public static var testValue: StackElementIDGenerator { StackElementIDGenerator() }
}

extension DependencyValues {
  /// Numbers the elements of stacks. Every store has one of its own.
  public var stackElementID: StackElementIDGenerator {
    get { self[StackElementIDGenerator.self] }
    set { self[StackElementIDGenerator.self] = newValue }
  }
}
