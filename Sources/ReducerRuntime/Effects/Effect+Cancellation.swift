extension Effect {
  /// Makes this effect one that can be cancelled.
  ///
  /// It is registered before the action that returned it is done, so that a cancellation which follows at once finds it.
  ///
  /// - Parameters:
  ///   - id: Identifies the effect within the feature: usually a case of an enum `CancelID`. The same identifier in
  ///     another presented child or row is another one.
  ///   - cancelInFlight: Whether effects already running under `id` are cancelled first.
  public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool = false) -> Self {
    isNone && !cancelInFlight
      ? self : Self(.cancellable(self, id: CancelID(id), cancelInFlight: cancelInFlight))
  }

  /// Cancels whatever runs under `id`, in this feature and in the children it presents.
  public static func cancel(id: some Hashable & Sendable) -> Self {
    Self(.cancel(id: CancelID(id)))
  }

  /// Cancels whatever runs under any of `ids`.
  public static func cancel(ids: some Sequence<some Hashable & Sendable>) -> Self {
    .merge(ids.map { .cancel(id: $0) })
  }
}

/// An identifier of any type that effects are cancelled by.
@usableFromInline
struct CancelID: Hashable, Sendable {
  // Not an `AnyHashable`: making one asks its type for conversions, which takes longer than all the rest.
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

  /// Whether this is a key of `dictionary`.
  func isKey<Key: Hashable>(of dictionary: [Key: some Any]) -> Bool {
    (base as? Key).map { dictionary[$0] != nil } ?? false
  }
}

/// One step from a parent to one of its presented children or rows.
@usableFromInline
struct PathComponent: Hashable, Sendable {
  /// The key path of the `ifLet` or `forEach` that runs the child.
  var site: CancelID
  /// Tells one child there from another.
  var identity: CancelID
}
