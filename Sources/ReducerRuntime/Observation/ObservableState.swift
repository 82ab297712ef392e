/// State whose reads and writes can be observed property by property. `@ObservableState` writes the conformance.
public protocol ObservableState {
  /// Tells this value from any other that was made, so that replacing a child is seen as a change of the parent.
  var _$id: ObservableStateID { get }

  /// Notes that the value is about to be changed through its parent.
  mutating func _$willModify()

  /// The stored property behind an observed one, or `nil` when `keyPath` names none. Behind an optional child that is
  /// presented it is the child's presentation.
  ///
  /// An observed property is computed, and a computed property has no offset; a reducer that reaches a child in place
  /// asks here, once, when the reducer tree is resolved.
  static func _$storage(for keyPath: PartialKeyPath<Self>) -> PartialKeyPath<Self>?

  // Asked for when a reducer tree is resolved. They are requirements so that each type has its own, compiled for it.

  /// What tells that a value was replaced.
  static func _$stateIdentity() -> _StateIdentity<Self>
  /// What tells a child of this type from another in its place.
  static func _$childIdentity() -> _ChildIdentity<Self>
}

extension ObservableState {
  public static func _$storage(for keyPath: PartialKeyPath<Self>) -> PartialKeyPath<Self>? { nil }
}
