/// A key of a dependency with a value for tests.
public protocol TestDependencyKey<Value> {
  associatedtype Value: Sendable = Self
  /// The default value in previews.
  static var previewValue: Value { get }
  /// The default value in tests: it should report an issue when it is used.
  static var testValue: Value { get }
}

/// A key of a dependency with a value for the running program.
public protocol DependencyKey<Value>: TestDependencyKey {
  // The requirements of the base protocol are repeated, because the compiler does not infer `Value` from `liveValue`
  // otherwise.
  associatedtype Value = Self
  /// The default value in the running program.
  static var liveValue: Value { get }
  /// The default value in previews.
  static var previewValue: Value { get }
  /// The default value in tests.
  static var testValue: Value { get }
}

extension TestDependencyKey {
  public static var previewValue: Value { testValue }
}

extension DependencyKey {
  public static var previewValue: Value { liveValue }

  /// The live value. Reading it reports an issue, because a test should set the dependency explicitly.
  public static var testValue: Value {
    if !DependencyValues.isUpdating {
      reportIssue(
        """
        @Dependency(\(Self.self)) has no test value, but a test used it. Override it with \
        'withDependencies', or give the key a 'testValue'.
        """)
    }
    return liveValue
  }
}
