/// The identity of one child among those that can occupy the same place in the state.
@usableFromInline
struct ChildID: Hashable, Sendable {
  /// The hash of the child's `id`, or of its case and the `id` of its payload. Constant for a child that has neither.
  ///
  /// A hash is sufficient: with 64 bits, a child and its successor are unlikely to collide, and storing the `id` itself
  /// would allocate for each action.
  @usableFromInline let hash: Int

  @usableFromInline
  init(hash: Int) {
    self.hash = hash
  }

  /// Returns the identity of an enum whose case has the number `index` and a payload with this identity.
  @inlinable
  func inCase(_ index: Int) -> Self { Self(hash: hash &* 31 &+ index &+ 1) }
}

/// An accessor of a child's identity, which detects that an optional child was replaced.
public struct _ChildIdentity<Child> {
  @usableFromInline let identify: @MainActor (inout Child) -> ChildID

  @usableFromInline
  init(_ identify: @escaping @MainActor (inout Child) -> ChildID) {
    self.identify = identify
  }

  /// Returns the accessor for `Child`, looked up once. All children without an `id` or case have the same identity.
  @inlinable
  static func make() -> Self {
    func byState<Known: ObservableState>(_ type: Known.Type) -> Any { Known._$childIdentity() }
    func byID<Known: Identifiable>(_ type: Known.Type) -> Any { _ChildIdentity<Known>.byID() }
    let known: Any? =
      if let type = Child.self as? any ObservableState.Type {
        byState(type)
      } else if let type = Child.self as? any Identifiable.Type {
        byID(type)
      } else if Child.self is any CasePathable.Type {
        Self(identifyByMirror)
      } else {
        nil
      }
    return known as? Self ?? Self { _ in ChildID(hash: 0) }
  }

  /// Returns the identity of `child`.
  ///
  /// - Parameter child: Only read; `inout` to avoid a copy.
  /// - Complexity: O(1).
  @MainActor
  @inlinable
  @inline(__always)
  func of(_ child: inout Child) -> ChildID { identify(&child) }
}

extension _ChildIdentity where Child: Identifiable {
  @inlinable
  static func byID() -> Self {
    let last = IdentityCache<Child.ID>()
    return Self { last.identity(of: $0.id) }
  }
}

extension ObservableState {
  /// Identifies an enum by its case.
  @inlinable
  public static func _$childIdentity() -> _ChildIdentity<Self> {
    _ChildIdentity { ChildID(hash: $0._$id.tag) }
  }
}

extension ObservableState where Self: Identifiable {
  @inlinable
  public static func _$childIdentity() -> _ChildIdentity<Self> { .byID() }
}

/// A cache of the identity of the last `id`. Identities are compared before and after each action and rarely change;
/// comparing an `id` costs a fraction of hashing it.
@usableFromInline
@MainActor
final class IdentityCache<ID: Hashable> {
  // Accesses never overlap, so dynamic exclusivity checks are disabled.
  @exclusivity(unchecked) @usableFromInline var id: ID?
  @exclusivity(unchecked) @usableFromInline var identity = ChildID(hash: 0)

  @usableFromInline
  nonisolated init() {}

  @inlinable
  func identity(of id: ID) -> ChildID {
    if id != self.id {
      self.id = id
      identity = ChildID(hash: id.hashValue)
    }
    return identity
  }
}

/// Identifies an enum without generated identity.
///
/// - Complexity: One mirror, which an enum with `@ObservableState` avoids.
@usableFromInline
func identifyByMirror<Child>(_ child: inout Child) -> ChildID {
  guard let payload = Mirror(reflecting: child).children.first else {
    return ChildID(hash: "\(child)".hashValue)
  }
  var hasher = Hasher()
  hasher.combine(payload.label)
  func combine(_ known: some Identifiable) { hasher.combine(known.id) }
  if let known = payload.value as? any Identifiable { combine(known) }
  return ChildID(hash: hasher.finalize())
}
