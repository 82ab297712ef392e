/// An action of one row of a list, with the row's identifier.
public typealias IdentifiedActionOf<R: Reducer> = IdentifiedAction<R.State.ID, R.Action>
where R.State: Identifiable

/// An action of one row of a list, with the row's identifier.
@CasePathable
@dynamicMemberLookup
public enum IdentifiedAction<ID: Hashable & Sendable, Action> {
  /// An action of the row `id`.
  case element(id: ID, action: Action)
}

extension IdentifiedAction: Equatable where Action: Equatable {}
extension IdentifiedAction: Hashable where Action: Hashable {}
extension IdentifiedAction: Sendable where Action: Sendable {}

extension IdentifiedAction.AllCasePaths {
  /// The actions of the row `id`: `\.rows[id: 3].toggled`.
  public subscript(id id: ID) -> AnyCasePath<IdentifiedAction<ID, Action>, Action> {
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
  /// The actions of the row `id`.
  public subscript<ID: Hashable & Sendable, Action>(id id: ID) -> Case<Action>
  where Value == IdentifiedAction<ID, Action> {
    Case<Action>(self, appending: Value.allCasePaths[id: id])
  }
}
