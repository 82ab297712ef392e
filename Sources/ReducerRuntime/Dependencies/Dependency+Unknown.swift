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
