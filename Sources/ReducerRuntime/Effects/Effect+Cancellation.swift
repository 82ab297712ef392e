extension Effect {
  /// Returns this effect with an identifier by which it can be cancelled.
  ///
  /// It is registered before `send` returns, so that a cancellation that follows immediately finds it.
  ///
  /// - Parameters:
  ///   - id: Identifies the effect within the feature; usually a case of an enum `CancelID`. The same identifier in
  ///     another presented child or row is independent.
  ///   - cancelInFlight: Whether effects that already run under `id` are cancelled first.
  public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool = false) -> Self {
    isNone && !cancelInFlight
      ? self : Self(.cancellable(self, id: CancelID(id), cancelInFlight: cancelInFlight))
  }

  /// Returns an effect that cancels the effects with the identifier `id`, in this feature and in the children it
  /// presents.
  public static func cancel(id: some Hashable & Sendable) -> Self {
    Self(.cancel(id: CancelID(id)))
  }

  /// Returns an effect that cancels the effects with any identifier in `ids`.
  public static func cancel(ids: some Sequence<some Hashable & Sendable>) -> Self {
    .merge(ids.map { .cancel(id: $0) })
  }
}

/// A type-erased identifier of cancellable effects.
@usableFromInline
struct CancelID: Hashable, Sendable {
  // Not an `AnyHashable`: creating one looks up conversions of the type, which dominates the cost of a cancellation.
  private let base: any Hashable & Sendable

  @usableFromInline
  init(_ base: some Hashable & Sendable) {
    self.base = base
  }

  @usableFromInline
  static func == (lhs: Self, rhs: Self) -> Bool {
    func equals<Base: Equatable>(_ base: Base) -> Bool { base == rhs.base as? Base }
    return equals(lhs.base)
  }

  @usableFromInline
  func hash(into hasher: inout Hasher) { base.hash(into: &hasher) }

  /// Returns the identifier as a value of its own type, or `nil` if it is of another type.
  func value<Value>(as type: Value.Type) -> Value? { base as? Value }

  /// Returns whether this is a key of `dictionary`.
  func isKey<Key: Hashable>(of dictionary: [Key: some Any]) -> Bool {
    (base as? Key).map { dictionary[$0] != nil } ?? false
  }
}

/// A step from a parent to one of its presented children or rows.
@usableFromInline
struct PathComponent: Hashable, Sendable {
  /// The key path of the `ifLet` or `forEach` that runs the child.
  var site: CancelID
  /// Identifies one child among those that are presented at the same site.
  var identity: CancelID
}
