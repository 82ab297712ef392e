/// What a reducer needs to run a child that comes and goes, and to end its effects when it has gone.
struct ChildScope<ChildState, ChildAction, ParentAction> {
  /// Tells this `ifLet` or `forEach` of the tree from another.
  let site: CancelID
  let child: ObservedReducer<ChildState, ChildAction>
  let identity = ChildIdentity<ChildState>()

  init(site: CancelID, _ child: @escaping ResolvedReducer<ChildState, ChildAction>) {
    self.site = site
    self.child = ObservedReducer(child)
  }

  /// `effect` as that of the child known as `identity`, for the parent to return.
  func embed(
    _ effect: Effect<ChildAction>, of identity: ChildID, dismiss: ParentAction? = nil,
    by embed: @escaping @Sendable (ChildAction) -> ParentAction
  ) -> Effect<ParentAction> {
    effect.map(embed).scoped(to: component(identity), dismiss: dismiss)
  }

  /// `effect`, and an end to the effects of the child known as `before` if it is not there any more.
  @inline(__always)
  func ending(
    _ before: ChildID?, now: ChildID?, _ effect: Effect<ParentAction>
  ) -> Effect<ParentAction> {
    guard let before, before != now else { return effect }
    return effect.merge(with: Effect(.cancelChild(component(before))))
  }

  private func component(_ identity: ChildID) -> PathComponent {
    switch identity {
    case .present: PathComponent(site: site, identity: CancelID(identity))
    case .id(let id): PathComponent(site: site, identity: id)
    }
  }
}
