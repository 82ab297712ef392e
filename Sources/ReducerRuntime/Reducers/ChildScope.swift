/// A helper of reducers that embeds the effects of an optional child in its parent's, and cancels them when the child
/// is removed.
@usableFromInline
struct ChildScope<ChildAction, ParentAction> {
  /// Identifies this `ifLet` in the tree.
  private let site: CancelID

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
    effect.map(embed).scoped(to: component(identity), dismiss: dismiss)
  }

  /// Returns `effect`, preceded by the cancellation of the effects of the removed child `before`.
  @usableFromInline
  func cancellingRemoved(_ before: ChildID, _ effect: Effect<ParentAction>) -> Effect<ParentAction>
  {
    effect.merge(with: Effect(.cancelChild(component(before))))
  }

  private func component(_ identity: ChildID) -> PathComponent {
    PathComponent(site: site, identity: CancelID(identity))
  }
}
