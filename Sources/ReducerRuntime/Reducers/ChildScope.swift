/// What a reducer needs to run a child that comes and goes, and to end its effects when it has gone.
@usableFromInline
struct ChildScope<ChildState, ChildAction, ParentAction> {
  /// Tells this `ifLet` or `forEach` of the tree from another.
  private let site: CancelID
  @usableFromInline let reducer: ObservedReducer<ChildState, ChildAction>
  @usableFromInline let identity: ChildIdentity<ChildState>

  @usableFromInline
  init(site: CancelID, _ reducer: ObservedReducer<ChildState, ChildAction>) {
    self.site = site
    self.reducer = reducer
    identity = .make()
  }

  /// `effect` as that of the child known as `identity`, for the parent to return.
  @usableFromInline
  func embed(
    _ effect: Effect<ChildAction>, of identity: ChildID, dismiss: ParentAction? = nil,
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
