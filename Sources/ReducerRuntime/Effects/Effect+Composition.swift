extension Effect {
  /// Returns an effect that runs `effects` concurrently. Their `.send`s are reduced first, in order; then their
  /// `.run`s start, in order.
  public static func merge(_ effects: Self...) -> Self { merge(effects) }

  /// Returns an effect that runs `effects` concurrently.
  public static func merge(_ effects: some Sequence<Self>) -> Self {
    compose(effects, as: Operation.merge)
  }

  /// Returns an effect that runs this effect and `other` concurrently.
  @inlinable
  public func merge(with other: Self) -> Self {
    if isNone { return other }
    if other.isNone { return self }
    return Self(.merge([self, other]))
  }

  /// Returns an effect that runs `effects` one after the other, each when the previous one has completed.
  public static func concatenate(_ effects: Self...) -> Self { concatenate(effects) }

  /// Returns an effect that runs `effects` one after the other, each when the previous one has completed.
  public static func concatenate(_ effects: some Collection<Self>) -> Self {
    compose(effects, as: Operation.concatenate)
  }

  /// Returns an effect that runs this effect, and `other` when it has completed.
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
