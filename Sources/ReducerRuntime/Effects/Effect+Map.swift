extension Effect {
  /// Returns this effect with its actions transformed by `transform`.
  public func map<Mapped>(
    _ transform: @escaping @Sendable (Action) -> Mapped
  ) -> Effect<Mapped> {
    switch operation {
    case .none:
      return .none
    case .send(let action):
      return .send(transform(action))
    case .run(let run):
      return Effect<Mapped>(.run(run.map(transform)))
    case .merge(let effects):
      return Effect<Mapped>(.merge(effects.map { $0.map(transform) }))
    case .concatenate(let effects):
      return Effect<Mapped>(.concatenate(effects.map { $0.map(transform) }))
    case .cancel(let id):
      return Effect<Mapped>(.cancel(id: id))
    case .cancelRemoved(let site, let isPresent):
      return Effect<Mapped>(.cancelRemoved(site: site, isPresent: isPresent))
    case .cancellable(let effect, let id, let cancelInFlight):
      return Effect<Mapped>(
        .cancellable(effect.map(transform), id: id, cancelInFlight: cancelInFlight))
    case .child(let effect, let component, let children, let dismiss):
      return Effect<Mapped>(
        .child(effect.map(transform), component, of: children, dismiss: dismiss.map(transform)))
    }
  }

  /// Returns this effect as an effect of the child at `component`: it is cancelled with the child, and its
  /// cancellation identifiers are separate from those of other children.
  ///
  /// - Parameters:
  ///   - children: The record that counts the effect while it is active.
  ///   - dismiss: The effect that dismisses the child; `none` if the child is not presented.
  func scoped(
    to component: PathComponent, of children: ActiveChildren, dismiss: Self = .none
  ) -> Self {
    isNone ? self : Self(.child(self, component, of: children, dismiss: dismiss))
  }
}
