extension Effect {
  /// Returns an effect that runs `effects` concurrently. Their `.send`s are reduced first, in order; then their
  /// `.run`s start, in order.
  public static func merge(_ effects: Self...) -> Self { merge(effects) }

  /// Returns an effect that runs `effects` concurrently.
  public static func merge(_ effects: some Sequence<Self>) -> Self {
    compose(effects, as: Operation.merge) {
      if case .merge(let parts) = $0.operation { parts } else { nil }
    }
  }

  /// Returns an effect that runs this effect and `other` concurrently.
  @inlinable
  public func merge(with other: Self) -> Self {
    if isNone { return other }
    if other.isNone { return self }
    return mergeBoth(with: other)
  }

  // Separate, so that the common path above is inlined.
  @usableFromInline
  func mergeBoth(with other: Self) -> Self { .merge([self, other]) }

  /// Returns an effect that runs `effects` one after the other, each when the previous one has completed.
  public static func concatenate(_ effects: Self...) -> Self { concatenate(effects) }

  /// Returns an effect that runs `effects` one after the other, each when the previous one has completed.
  public static func concatenate(_ effects: some Collection<Self>) -> Self {
    compose(effects, as: Operation.concatenate) {
      if case .concatenate(let parts) = $0.operation { parts } else { nil }
    }
  }

  /// Returns an effect that runs this effect, and `other` when it has completed.
  public func concatenate(with other: Self) -> Self {
    if isNone { return other }
    if other.isNone { return self }
    return .concatenate([self, other])
  }

  /// The maximum number of effects in one composition that is flattened. A longer one is nested, so that a chain of
  /// `n` compositions costs O(n) and is `n / 256` levels deep: starting and releasing an effect recurse into it.
  private static var maxFlatCount: Int { 256 }

  private static func compose(
    _ effects: some Sequence<Self>, as compose: ([Effect]) -> Operation,
    parts: (Effect) -> [Effect]?
  ) -> Self {
    let effects = effects.filter { !$0.isNone }
    guard effects.count > 1 else { return effects.first ?? .none }
    let flatCount = effects.reduce(0) { $0 + (parts($1)?.count ?? 1) }
    if flatCount == effects.count || flatCount > maxFlatCount { return Self(compose(effects)) }
    return Self(compose(effects.flatMap { parts($0) ?? [$0] }))
  }
}
