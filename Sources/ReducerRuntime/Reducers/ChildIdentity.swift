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
}

/// Tells whether a child that may come and go is still the same one: that of children which are all the same.
@usableFromInline
class ChildIdentity<Child> {
  @usableFromInline init() {}

  /// What tells a `Child` from another, looked up once.
  @usableFromInline
  static func make() -> ChildIdentity {
    func byID<Known: Identifiable>(_ type: Known.Type) -> AnyObject { IdentityByID<Known>() }
    func byCase<Known: ObservableState>(_ type: Known.Type) -> AnyObject {
      IdentityByCase<Known>()
    }
    let known: AnyObject? =
      if let type = Child.self as? any Identifiable.Type {
        byID(type)
      } else if let type = Child.self as? any ObservableState.Type {
        byCase(type)
      } else if Child.self is any CasePathable.Type {
        IdentityByMirror<Child>()
      } else {
        nil
      }
    return known as? ChildIdentity ?? ChildIdentity()
  }

  /// - Parameter child: Only looked at; `inout` so that it is not copied.
  /// - Complexity: O(1).
  @usableFromInline
  func of(_ child: inout Child) -> ChildID { ChildID(hash: 0) }
}

private final class IdentityByID<Child: Identifiable>: ChildIdentity<Child> {
  override func of(_ child: inout Child) -> ChildID { ChildID(hash: child.id.hashValue) }
}

private final class IdentityByCase<Child: ObservableState>: ChildIdentity<Child> {
  override func of(_ child: inout Child) -> ChildID { ChildID(hash: child._$id.tag) }
}

/// For an enum that nothing has written the identity of.
///
/// - Complexity: A mirror, which an enum with `@ObservableState` does without.
private final class IdentityByMirror<Child>: ChildIdentity<Child> {
  override func of(_ child: inout Child) -> ChildID {
    guard let payload = Mirror(reflecting: child).children.first else {
      return ChildID(hash: "\(child)".hashValue)
    }
    var hasher = Hasher()
    hasher.combine(payload.label)
    func combine(_ known: some Identifiable) { hasher.combine(known.id) }
    if let known = payload.value as? any Identifiable { combine(known) }
    return ChildID(hash: hasher.finalize())
  }
}
