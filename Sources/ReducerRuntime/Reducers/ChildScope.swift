/// What a reducer needs to give the effects of a child that comes and goes to their parent, and to end them.
@usableFromInline
struct ChildScope<ChildAction, ParentAction> {
  /// Tells this `ifLet` of the tree from another.
  private let site: CancelID

  @usableFromInline
  init(site: CancelID) {
    self.site = site
  }

  /// `effect` as that of the child known as `identity`, for the parent to return.
  @usableFromInline
  func embed(
    _ effect: Effect<ChildAction>, of identity: ChildID, dismiss: Effect<ParentAction> = .none,
    by embed: @escaping @Sendable (ChildAction) -> ParentAction
  ) -> Effect<ParentAction> {
    effect.map(embed).scoped(to: component(identity), dismiss: dismiss)
  }

  /// `effect`, and an end to the effects of the child known as `before`, which is not there any more.
  @usableFromInline
  func ending(_ before: ChildID, _ effect: Effect<ParentAction>) -> Effect<ParentAction> {
    effect.merge(with: Effect(.cancelChild(component(before))))
  }

  private func component(_ identity: ChildID) -> PathComponent {
    PathComponent(site: site, identity: CancelID(identity))
  }
}
