/// Tells whether a child that may come and go is still the same one.
///
/// A child that is `Identifiable` is the same as long as its `id` is; any other as long as it is there. Which of the two
/// holds is looked up once, when the reducer tree is resolved.
struct ChildIdentity<Child> {
  private let identify: ((Child) -> CancelID)?

  init() {
    func open<Known: Identifiable>(_ type: Known.Type) -> (Child) -> CancelID {
      { child in
        guard let known = child as? Known else { return Self.present }
        return CancelID(SendableID(known.id))
      }
    }
    identify = (Child.self as? any Identifiable.Type).map { open($0) }
  }

  func of(_ child: Child?) -> CancelID? {
    guard let child else { return nil }
    return identify?(child) ?? Self.present
  }

  static var present: CancelID { CancelID(Present.present) }

  private enum Present: Hashable, Sendable { case present }
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
