/// A property wrapper that reads a dependency of the current context.
///
/// ```swift
/// @Dependency(\.continuousClock) var clock
/// @Dependency(\.date.now) var now
/// @Dependency(WorkoutsClient.self) var workouts
/// ```
///
/// Values that were set when the property was created apply as well; values set where it is read take precedence.
@propertyWrapper
public struct Dependency<Value>: Sendable {
  private let valuesAtCreation: DependencyValues
  private let read: @Sendable (DependencyValues) -> Value

  /// Creates a property that reads the dependency at `keyPath`.
  // Inlined, so that a key path literal becomes a call of its getter.
  @inlinable
  @inline(__always)
  public init(_ keyPath: any KeyPath<DependencyValues, Value> & Sendable) {
    self.init { $0[keyPath: keyPath] }
  }

  @usableFromInline
  init(read: @escaping @Sendable (DependencyValues) -> Value) {
    valuesAtCreation = .current
    self.read = read
  }

  /// Creates a property that reads the dependency with the key `key`.
  public init<Key: TestDependencyKey & SendableMetatype>(_ key: Key.Type) where Key.Value == Value {
    valuesAtCreation = .current
    read = { $0[Key.self] }
  }

  /// The current value of the dependency.
  public var wrappedValue: Value {
    read(valuesAtCreation.merging(.current))
  }
}

extension Dependency {
  /// An overload for key paths that do not exist, because the compiler would explain them by the initializer for keys.
  @available(
    *, unavailable,
    message: "'DependencyValues' has no member of this name, or it is not of the property's type"
  )
  @_disfavoredOverload
  public init(_ keyPath: KeyPath<_UnknownDependency, Value>) { fatalError() }
}

/// A root of key paths with any name, in place of ``DependencyValues``.
@dynamicMemberLookup
public struct _UnknownDependency {
  public subscript<Value>(dynamicMember name: String) -> Value { fatalError() }

  @_disfavoredOverload
  public subscript(dynamicMember name: String) -> _UnknownDependency { fatalError() }
}
