/// Which of the children that may be in one place is there.
enum ChildID: Hashable, Sendable {
  /// A child with no `id`: it is the same as long as one is there and, where it is an enum, of the same case.
  case present(tag: Int)
  case id(CancelID)
}

/// Tells whether a child that may come and go is still the same one.
///
/// What it goes by is looked up once, when the reducer tree is resolved.
struct ChildIdentity<Child> {
  private let identify: ((inout Child) -> ChildID)?

  init() {
    func byID<Known: Identifiable>(_ type: Known.Type) -> Any {
      { (child: inout Known) -> ChildID in .id(CancelID(SendableID(child.id))) }
    }
    func byCase<Known: ObservableState>(_ type: Known.Type) -> Any {
      { (child: inout Known) -> ChildID in .present(tag: child._$id.tag) }
    }
    let function: Any? =
      if let type = Child.self as? any Identifiable.Type {
        byID(type)
      } else if let type =
        Child.self as? any ObservableState.Type
      { byCase(type) } else { nil }
    identify = function as? (inout Child) -> ChildID
  }

  /// - Complexity: O(1); the child is not copied.
  @inline(__always)
  func of(_ child: inout Child) -> ChildID {
    identify?(&child) ?? .present(tag: 0)
  }
}

/// An `id` that is not known to be `Sendable`.
///
/// `Identifiable` does not ask it of an `ID`, and these never leave the main actor: they are compared there, and an
/// effect's path carries them back to the store that made it.
struct SendableID<ID: Hashable>: Hashable, @unchecked Sendable {
  let id: ID

  init(_ id: ID) {
    self.id = id
  }
}
