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
