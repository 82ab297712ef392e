extension Effect {
  /// Carries out all of `effects` at the same time. Their `.send`s are reduced first, in order; then their `.run`s start,
  /// in order.
  public static func merge(_ effects: Self...) -> Self { merge(effects) }

  /// Carries out all of `effects` at the same time.
  public static func merge(_ effects: some Sequence<Self>) -> Self {
    compose(effects, as: Operation.merge)
  }

  /// Carries out this effect and `other` at the same time.
  @inlinable
  public func merge(with other: Self) -> Self {
    if isNone { return other }
    if other.isNone { return self }
    return Self(.merge([self, other]))
  }

  /// Carries out `effects` one after the other, each when the one before it has completed.
  public static func concatenate(_ effects: Self...) -> Self { concatenate(effects) }

  /// Carries out `effects` one after the other, each when the one before it has completed.
  public static func concatenate(_ effects: some Collection<Self>) -> Self {
    compose(effects, as: Operation.concatenate)
  }

  /// Carries out this effect, and `other` when it has completed.
  public func concatenate(with other: Self) -> Self {
    if isNone { return other }
    if other.isNone { return self }
    return Self(.concatenate([self, other]))
  }

  private static func compose(
    _ effects: some Sequence<Self>, as compose: ([Effect]) -> Operation
  ) -> Self {
    let effects = effects.filter { !$0.isNone }
    switch effects.count {
    case 0: return .none
    case 1: return effects[0]
    default: return Self(compose(effects))
    }
  }
}
