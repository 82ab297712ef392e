extension Reducer {
  /// Runs a child reducer on a row of a list, for the actions of that row.
  ///
  /// The child receives an action before this reducer does. When a row is removed, its effects are cancelled: at once
  /// if this reducer or a row removed it, and with the next action that this reducer receives if another one did. An
  /// action for an absent row is reported as an issue, and this reducer still receives it.
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
    let rows = RowScope<Parent.Action, ID, Element.Action>(
      site: CancelID(toElements)
    ) { [embed = toElementAction.embedding] in embed(.element(id: $0, action: $1)) }
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
          if !elementEffect.isNone { effect = rows.embed(elementEffect, of: id) }
        } else {
          location.reportAbsentChild(action, operator: "forEach")
        }
      }
      effect = effect.merge(with: parent(&state, action))
      // Only a list whose rows were inserted, removed or moved can have lost one.
      let now = path.read(&state) { $0.structure }
      if !active.pointee.mustCheck(before, now) { return effect }
      let positions = path.read(&state) { $0.ids.positions }
      return rows.cancellingRemoved(thoseMissingIn: positions, effect)
    }
  }
}

/// A helper of reducers that embeds the effects of rows in their parent's, and cancels them when rows are removed.
// A class, because a closure would retain each property of a captured struct for each action.
@usableFromInline
final class RowScope<ParentAction, ID: Hashable & Sendable, RowAction>: Sendable {
  private let site: CancelID
  private let active = ActiveChildren()
  private let embed: @Sendable (ID, RowAction) -> ParentAction

  @usableFromInline
  init(site: CancelID, embed: @escaping @Sendable (ID, RowAction) -> ParentAction) {
    self.site = site
    self.embed = embed
  }

  /// The record of active effects, valid as long as this object.
  @usableFromInline
  var record: UnsafeMutablePointer<ActiveChildren.Record> { active.record }

  /// Returns `effect` as an effect of the row `id`, for the parent to return.
  ///
  /// - Parameter dismiss: The effect that dismisses the row; `none` if it is not presented.
  @usableFromInline
  func embed(
    _ effect: Effect<RowAction>, of id: ID, dismiss: Effect<ParentAction> = .none
  ) -> Effect<ParentAction> {
    effect.map { [embed] in embed(id, $0) }
      .scoped(
        to: PathComponent(site: site, identity: CancelID(id)), of: active, dismiss: dismiss)
  }

  /// Returns `effect`, with the cancellation of the effects of rows that are not keys of `positions`.
  @usableFromInline
  func cancellingRemoved(
    thoseMissingIn positions: [ID: Int], _ effect: Effect<ParentAction>
  ) -> Effect<ParentAction> {
    effect.merge(with: Effect(.cancelRemoved(site: site) { $0.isKey(of: positions) }))
  }
}
