/// What happens to a stack of features: an element is pushed, popped, or something happens in it.
///
/// ```swift
/// case .path(.element(id: let id, action: .detail(.closeButtonTapped))):
///   state.path.pop(from: id)
/// ```
public enum StackAction<State, Action> {
  /// Something happened in the element `id`.
  indirect case element(id: StackElementID, action: Action)
  /// The element `id` and all in front of it are to go.
  case popFrom(id: StackElementID)
  /// An element is to be put in front.
  indirect case push(id: StackElementID, state: State)
}

/// What happens to a stack of the features of `R`.
public typealias StackActionOf<R: Reducer> = StackAction<R.State, R.Action>

extension StackAction: Equatable where State: Equatable, Action: Equatable {}
extension StackAction: Hashable where State: Hashable, Action: Hashable {}
extension StackAction: Sendable where State: Sendable, Action: Sendable {}

extension StackAction: CasePathable {
  /// The cases, and the elements: `\.path[id: 0].detail.closeButtonTapped`.
  public struct AllCasePaths: Sendable {
    public var element: AnyCasePath<StackAction, (id: StackElementID, action: Action)> {
      AnyCasePath(
        embed: { .element(id: $0.id, action: $0.action) },
        extract: { if case .element(let id, let action) = $0 { (id, action) } else { nil } })
    }

    public var popFrom: AnyCasePath<StackAction, StackElementID> {
      AnyCasePath(
        embed: { .popFrom(id: $0) },
        extract: { if case .popFrom(let id) = $0 { id } else { nil } })
    }

    public var push: AnyCasePath<StackAction, (id: StackElementID, state: State)> {
      AnyCasePath(
        embed: { .push(id: $0.id, state: $0.state) },
        extract: { if case .push(let id, let state) = $0 { (id, state) } else { nil } })
    }

    public subscript(id id: StackElementID) -> AnyCasePath<StackAction, Action> {
      AnyCasePath(
        embed: { .element(id: id, action: $0) },
        extract: {
          guard case .element(id, let action) = $0 else { return nil }
          return action
        },
        name: "[id: \(id)]")
    }
  }

  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension Case {
  /// What happens in the element `id`.
  public subscript<State, Action>(id id: StackElementID) -> Case<Action>
  where Value == StackAction<State, Action> {
    Case<Action>(self, appending: Value.allCasePaths[id: id])
  }
}
