/// What a reducer needs to run a child that comes and goes, and to end its effects when it has gone.
struct ChildScope<ChildState, ChildAction, ParentAction> {
  /// Tells this `ifLet` or `forEach` of the tree from another.
  let site: CancelID
  let child: ResolvedReducer<ChildState, ChildAction>
  private let identity = ChildIdentity<ChildState>()

  init(site: CancelID, _ child: @escaping ResolvedReducer<ChildState, ChildAction>) {
    self.site = site
    self.child = child
  }

  /// Which child is there, `nil` where none is.
  func identity(of child: ChildState?) -> CancelID? { identity.of(child) }

  /// `effect` as that of the child known as `identity`, for the parent to return.
  func embed(
    _ effect: Effect<ChildAction>, of identity: CancelID,
    by embed: @escaping @Sendable (ChildAction) -> ParentAction
  ) -> Effect<ParentAction> {
    if effect.isNone { return .none }
    return effect.map(embed).scoped(to: PathComponent(site: site, identity: identity))
  }

  /// `effect`, and an end to the effects of the child known as `before` if it is not there any more.
  func ending(
    _ before: CancelID?, now: CancelID?, _ effect: Effect<ParentAction>
  ) -> Effect<ParentAction> {
    guard let before, before != now else { return effect }
    return effect.merge(
      with: Effect(.cancelChild(PathComponent(site: site, identity: before))))
  }
}
