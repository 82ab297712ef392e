/// A helper of reducers that embeds the effects of an optional child in its parent's, and cancels them when the child
/// is removed.
@usableFromInline
struct ChildScope<ChildAction, ParentAction> {
  /// Identifies this `ifLet` in the tree.
  private let site: CancelID
  @usableFromInline let active = ActiveChildren()

  @usableFromInline
  init(site: CancelID) {
    self.site = site
  }

  /// Returns `effect` as an effect of the child `identity`, for the parent to return.
  @usableFromInline
  func embed(
    _ effect: Effect<ChildAction>, of identity: ChildID, dismiss: Effect<ParentAction> = .none,
    by embed: @escaping @Sendable (ChildAction) -> ParentAction
  ) -> Effect<ParentAction> {
    effect.map(embed)
      .scoped(
        to: PathComponent(site: site, identity: CancelID(identity)), of: active, dismiss: dismiss)
  }

  /// Returns `effect`, with the cancellation of the effects of children that were removed, if there can be any.
  ///
  /// - Parameters:
  ///   - before: The child before the action.
  ///   - now: The child after the action.
  @MainActor
  @inlinable
  @inline(__always)
  func cancellingRemoved(
    _ before: ChildID?, _ now: ChildID?, _ effect: Effect<ParentAction>
  ) -> Effect<ParentAction> {
    if now == before, active.count == 0 || (now != nil && now == active.only) { return effect }
    return cancellingRemoved(except: now, effect)
  }

  @usableFromInline
  func cancellingRemoved(
    except now: ChildID?, _ effect: Effect<ParentAction>
  ) -> Effect<ParentAction> {
    let now = now.map { CancelID($0) }
    return effect.merge(with: Effect(.cancelRemoved(site: site) { $0 == now }))
  }
}
