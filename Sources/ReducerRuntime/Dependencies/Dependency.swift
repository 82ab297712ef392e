/// Gives a reducer, or anything else, one of the dependencies in force where it is used.
///
/// ```swift
/// @Dependency(\.continuousClock) var clock
/// @Dependency(\.date.now) var now
/// @Dependency(WorkoutsClient.self) var workouts
/// ```
///
/// What was in force where the property was made counts too; what is in force where it is read wins.
@propertyWrapper
public struct Dependency<Value>: Sendable {
  private let inForceWhenMade: DependencyValues
  private let read: @Sendable (DependencyValues) -> Value

  /// The dependency that `keyPath` names.
  // Inlined, so that a key path which is written out becomes a call of its getter.
  @inlinable
  @inline(__always)
  public init(_ keyPath: any KeyPath<DependencyValues, Value> & Sendable) {
    self.init { $0[keyPath: keyPath] }
  }

  @usableFromInline
  init(read: @escaping @Sendable (DependencyValues) -> Value) {
    inForceWhenMade = .current
    self.read = read
  }

  /// The dependency whose key is `key`.
  public init<Key: TestDependencyKey & SendableMetatype>(_ key: Key.Type) where Key.Value == Value {
    inForceWhenMade = .current
    read = { $0[Key.self] }
  }

  /// The value in force.
  public var wrappedValue: Value {
    read(inForceWhenMade.merging(.current))
  }
}

extension Dependency: DependencyCapture {
  var captured: DependencyValues { inForceWhenMade }
}
