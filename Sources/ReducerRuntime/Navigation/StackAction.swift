import Synchronization

/// An action for a stack of features: an element is pushed, popped, or receives an action of its own.
///
/// ```swift
/// case .path(.element(id: let id, action: .detail(.closeButtonTapped))):
///   state.path.pop(from: id)
/// ```
@CasePathable
public enum StackAction<State, Action> {
  /// An action of the element `id`.
  indirect case element(id: StackElementID, action: Action)
  /// Pops the element `id` and all elements on top of it.
  case popFrom(id: StackElementID)
  /// Pushes an element on top.
  indirect case push(id: StackElementID, state: State)
}

/// An action for a stack of the features of `R`.
public typealias StackActionOf<R: Reducer> = StackAction<R.State, R.Action>

extension StackAction: Equatable where State: Equatable, Action: Equatable {}
extension StackAction: Hashable where State: Hashable, Action: Hashable {}
extension StackAction: Sendable where State: Sendable, Action: Sendable {}

extension StackAction.AllCasePaths {
  /// The actions of the element `id`: `\.path[id: 0].detail.closeButtonTapped`.
  public subscript(id id: StackElementID) -> AnyCasePath<StackAction<State, Action>, Action> {
    AnyCasePath(
      embed: { .element(id: id, action: $0) },
      extract: {
        guard case .element(id, let action) = $0 else { return nil }
        return action
      },
      name: "[id: \(id)]")
  }
}

extension Case {
  /// The actions of the element `id`.
  public subscript<State, Action>(id id: StackElementID) -> Case<Action>
  where Value == StackAction<State, Action> {
    Case<Action>(self, appending: Value.allCasePaths[id: id])
  }
}

// MARK: - Identifiers of elements

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

extension StackElementID: CustomStringConvertible, CustomDumpStringConvertible {
  public var description: String { "#\(generation)" }
  public var customDumpDescription: String { description }
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

  /// Runs `operation`, and returns the first number that it generates, or the next number if it generates none.
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
