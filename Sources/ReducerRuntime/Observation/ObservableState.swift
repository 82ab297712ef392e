/// State whose reads and writes can be observed property by property. `@ObservableState` writes the conformance.
public protocol ObservableState {
  /// The identity of this value, which differs from that of every other created value, so that replacing a child is
  /// observed as a change of the parent.
  var _$id: ObservableStateID { get }

  /// Records that the value is about to be changed through its parent.
  mutating func _$willModify()

  /// Returns the stored property behind an observed one, or `nil` if `keyPath` is not an observed property. For a
  /// presented optional child, returns the presentation.
  ///
  /// An observed property is computed, and a computed property has no offset. A reducer that accesses a child in
  /// place calls this once, when the reducer tree is resolved.
  static func _$storage(for keyPath: PartialKeyPath<Self>) -> PartialKeyPath<Self>?

  // Called when a reducer tree is resolved. Requirements, so that each type has a specialized version.

  /// Returns the accessor of the state's identity, which detects replacement.
  static func _$stateIdentity() -> _StateIdentity<Self>
  /// Returns the accessor of a child identity for children of this type.
  static func _$childIdentity() -> _ChildIdentity<Self>
}

extension ObservableState {
  public static func _$storage(for keyPath: PartialKeyPath<Self>) -> PartialKeyPath<Self>? { nil }
}
