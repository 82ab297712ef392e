/// Which of the children that may be in one place is there.
@usableFromInline
struct ChildID: Hashable, Sendable {
  /// Of the child's `id`, or of its case, which may hold one that has an `id`. One and the same for all children that have
  /// neither.
  ///
  /// A hash is enough: that two children, one in the other's place, have one of these 2^64 numbers in common is not to be
  /// expected, and to keep each `id` itself would cost an allocation for each action.
  @usableFromInline let hash: Int

  @usableFromInline
  init(hash: Int) {
    self.hash = hash
  }

  /// The identity of an enum of which this is the payload's.
  @inlinable
  func inCase(_ index: Int) -> Self { Self(hash: hash &* 31 &+ index &+ 1) }
}

/// Tells whether a child that may come and go is still the same one.
public struct _ChildIdentity<Child> {
  @usableFromInline let identify: @MainActor (inout Child) -> ChildID

  @usableFromInline
  init(_ identify: @escaping @MainActor (inout Child) -> ChildID) {
    self.identify = identify
  }

  /// What tells a `Child` from another, looked up once; children that have nothing of the kind are all the same.
  @usableFromInline
  static func make() -> Self {
    func written<Known: ObservableState>(_ type: Known.Type) -> Any { Known._$childIdentity() }
    func byID<Known: Identifiable>(_ type: Known.Type) -> Any { _ChildIdentity<Known>.byID() }
    let known: Any? =
      if let type = Child.self as? any ObservableState.Type {
        written(type)
      } else if let type = Child.self as? any Identifiable.Type {
        byID(type)
      } else if Child.self is any CasePathable.Type {
        Self(identifyByMirror)
      } else {
        nil
      }
    return known as? Self ?? Self { _ in ChildID(hash: 0) }
  }

  /// - Parameter child: Only looked at; `inout` so that it is not copied.
  /// - Complexity: O(1).
  @MainActor
  @inlinable
  @inline(__always)
  func of(_ child: inout Child) -> ChildID { identify(&child) }
}

extension _ChildIdentity where Child: Identifiable {
  @inlinable
  static func byID() -> Self {
    let last = LastID<Child.ID>()
    return Self { last.identity(of: $0.id) }
  }
}

extension ObservableState {
  /// By case, where it is an enum.
  @inlinable
  public static func _$childIdentity() -> _ChildIdentity<Self> {
    _ChildIdentity { ChildID(hash: $0._$id.tag) }
  }
}

extension ObservableState where Self: Identifiable {
  @inlinable
  public static func _$childIdentity() -> _ChildIdentity<Self> { .byID() }
}

/// The identifier that was asked for last. It is asked for before and after each action, and is the same but for once in
/// a workout: to compare it costs a fraction of a hash.
@usableFromInline
@MainActor
final class LastID<ID: Hashable> {
  // Read and written at once, never held open; so the bookkeeping of accesses is left out.
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

/// For an enum that nothing has written the identity of.
///
/// - Complexity: A mirror, which an enum with `@ObservableState` does without.
private func identifyByMirror<Child>(_ child: inout Child) -> ChildID {
  guard let payload = Mirror(reflecting: child).children.first else {
    return ChildID(hash: "\(child)".hashValue)
  }
  var hasher = Hasher()
  hasher.combine(payload.label)
  func combine(_ known: some Identifiable) { hasher.combine(known.id) }
  if let known = payload.value as? any Identifiable { combine(known) }
  return ChildID(hash: hasher.finalize())
}
