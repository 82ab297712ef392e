extension Reducer {
  /// Runs a child reducer on a row of a list, for the actions of that row.
  ///
  /// The child receives an action before this reducer does. When a row is removed, its effects are cancelled:
  /// immediately if this reducer or a row removed it, otherwise with the next action that this reducer receives.
  /// An action for an absent row is reported as an issue, and this reducer still receives it.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .forEach(\.rows, action: \.rows) { Row() }
  /// ```
  ///
  /// - Complexity: O(1) for an action that does not change which rows are in the list.
  public func forEach<ElementState, ElementAction, ID: Hashable & Sendable, Element>(
    _ toElements: any WritableKeyPath<State, IdentifiedArray<ID, ElementState>> & Sendable,
    action toElementAction: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> _ForEachReducer<Self, ID, Element> where Element: Reducer<ElementState, ElementAction> {
    _ForEachReducer(
      parent: self, element: element(), toElements: toElements,
      toElementAction: AnyCasePath(toElementAction),
      location: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// A reducer with a list of children.
public struct _ForEachReducer<
  Parent: Reducer, ID: Hashable & Sendable, Element: Reducer
>: _ReducerOperator {
  @usableFromInline let parent: Parent
  @usableFromInline let element: Element
  @usableFromInline
  let toElements: any WritableKeyPath<Parent.State, IdentifiedArray<ID, Element.State>> & Sendable
  @usableFromInline
  let toElementAction: AnyCasePath<Parent.Action, IdentifiedAction<ID, Element.Action>>
  @usableFromInline let location: IssueLocation

  @inlinable
  public func _resolve() -> ResolvedReducer<Parent.State, Parent.Action> {
    let path = StatePath(toElements)
    let rows = ChildScope<Element.Action, Parent.Action>(site: CancelID(toElements))
    let active = rows.record
    let toElementAction = toElementAction
    let location = location
    let parent = parent._resolve()
    let element = ObservedReducer(element._resolveLazily())
    return { state, action in
      let before = path.read(&state) { $0.structure }
      var effect = Effect<Parent.Action>.none
      if case .element(let id, let elementAction) = toElementAction.extract(from: action) {
        var isReplaced = false
        let elementEffect = path.modify(&state) { elements in
          elements.modify(id: id) { element(&$0, elementAction, isReplaced: &isReplaced) }
        }
        if isReplaced { path.didReplace(in: &state) }
        if let elementEffect {
          if !elementEffect.isNone {
            effect = rows.embed(elementEffect, of: id) { [embed = toElementAction.embedding] in
              embed(.element(id: id, action: $0))
            }
          }
        } else {
          location.reportAbsentChild(action, operator: "forEach")
        }
      }
      effect = effect.merge(with: parent(&state, action))
      // A row can only have been removed if the list's structure changed.
      let now = path.read(&state) { $0.structure }
      if !active.pointee.mustCheck(before, now) { return effect }
      let positions = path.read(&state) { $0.ids.positions }
      return rows.cancellingRemoved(thoseMissingIn: positions, effect)
    }
  }
}

// MARK: - Actions of elements

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
