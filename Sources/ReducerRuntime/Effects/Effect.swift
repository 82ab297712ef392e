/// A description of work outside the reducer, which a reducer returns and the store runs.
///
/// The store starts the work after it has reduced the action for which the effect was returned.
public struct Effect<Action> {
  // Indirect, so that an effect is one word and `none`, the most frequent one, is zero.
  @usableFromInline
  indirect enum Operation {
    case none
    case send(Action)
    case run(RunEffect<Action>)
    case merge([Effect])
    case concatenate([Effect])
    case cancel(id: CancelID)
    /// Cancels the effects of the children at `site` that were removed.
    case cancelRemoved(site: CancelID, isPresent: @MainActor @Sendable (CancelID) -> Bool)
    case cancellable(Effect, id: CancelID, cancelInFlight: Bool)
    /// An effect of the child at the component, and the action that dismisses the child, or `nil` if the child is not
    /// presented.
    case child(
      any DeferredEffect<Action>, PathComponent, of: ActiveChildren,
      dismiss: (@MainActor @Sendable () -> Action)?)
  }

  @usableFromInline let operation: Operation

  @inlinable
  init(_ operation: Operation) {
    self.operation = operation
  }

  /// An effect that does nothing.
  @inlinable
  public static var none: Self { Self(.none) }

  /// Returns an effect that sends `action` after the current action, and all actions sent before it, are reduced.
  ///
  /// Use it for messages from a child to its parent (a `delegate` action). To share logic, call a method, which is
  /// cheaper.
  @inlinable
  public static func send(_ action: Action) -> Self { Self(.send(action)) }

  @inlinable
  var isNone: Bool {
    if case .none = operation { true } else { false }
  }
}

extension Effect: Sendable where Action: Sendable {}
extension Effect.Operation: Sendable where Action: Sendable {}

/// The effect of a reducer.
public typealias EffectOf<R: Reducer> = Effect<R.Action>

// MARK: - Composing

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

  /// Returns an effect that runs this effect and, once this effect has completed, `other`.
  public func concatenate(with other: Self) -> Self {
    if isNone { return other }
    if other.isNone { return self }
    return .concatenate([self, other])
  }

  /// The maximum number of effects in one composition that is flattened. A longer one is nested, so that a chain of
  /// `n` compositions costs O(n) and is `n / 256` levels deep: starting and releasing an effect recurse once per level.
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

// MARK: - Mapping

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
      let mapped = MappedEffect<Action, Mapped>(base: effect, transform: transform)
      var mappedDismiss: (@MainActor @Sendable () -> Mapped)?
      if let dismiss { mappedDismiss = { transform(dismiss()) } }
      return Effect<Mapped>(.child(mapped, component, of: children, dismiss: mappedDismiss))
    }
  }
}
