/// A helper of operators that embeds the effects of their children in the parent's, and cancels them when a child is
/// removed.
// A class, because a closure would retain each property of a captured struct for each action.
@usableFromInline
final class ChildScope<ChildAction, ParentAction>: Sendable {
  /// Identifies the operator in the tree.
  private let site: CancelID
  private let active = ActiveChildren()

  @usableFromInline
  init(site: CancelID) {
    self.site = site
  }

  /// The record of active effects, valid as long as this object.
  @usableFromInline
  var record: UnsafeMutablePointer<ActiveChildren.Record> { active.record }

  /// Returns `effect` as an effect of the child `identity`, for the parent to return.
  ///
  /// - Parameter dismiss: The effect that dismisses the child; `none` if it is not presented.
  @usableFromInline
  func embed(
    _ effect: Effect<ChildAction>, of identity: some Hashable & Sendable,
    dismiss: Effect<ParentAction> = .none,
    by embed: @escaping @Sendable (ChildAction) -> ParentAction
  ) -> Effect<ParentAction> {
    effect.map(embed)
      .scoped(
        to: PathComponent(site: site, identity: CancelID(identity)), of: active, dismiss: dismiss)
  }

  /// Returns `effect`, with the cancellation of the effects of all children but `now`.
  @usableFromInline
  func cancellingRemoved(
    except now: ChildID?, _ effect: Effect<ParentAction>
  ) -> Effect<ParentAction> {
    let now = now.map { CancelID($0) }
    return effect.merge(with: Effect(.cancelRemoved(site: site) { $0 == now }))
  }

  /// Returns `effect`, with the cancellation of the effects of rows that are not keys of `positions`.
  @usableFromInline
  func cancellingRemoved<ID: Hashable & Sendable>(
    thoseMissingIn positions: [ID: Int], _ effect: Effect<ParentAction>
  ) -> Effect<ParentAction> {
    effect.merge(with: Effect(.cancelRemoved(site: site) { $0.isKey(of: positions) }))
  }
}
