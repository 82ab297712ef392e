/// A dependency's key, as far as tests need it.
public protocol TestDependencyKey<Value> {
  associatedtype Value: Sendable = Self
  /// What screens are tried out with.
  static var previewValue: Value { get }
  /// What tests get that set nothing: it should report an issue when it is used.
  static var testValue: Value { get }
}

/// A dependency's key with the value that the running program gets.
public protocol DependencyKey<Value>: TestDependencyKey {
  /// What the running program gets.
  static var liveValue: Value { get }
}

extension TestDependencyKey {
  public static var previewValue: Value { testValue }
}

extension DependencyKey {
  public static var previewValue: Value { liveValue }

  /// The live value, reported as an issue: a test should say what it wants.
  public static var testValue: Value {
    if !DependencyValues.isBeingSet {
      reportIssue(
        """
        @Dependency(\(Self.self)) has no test value, but a test used it. Override it with \
        'withDependencies', or give the key a 'testValue'.
        """)
    }
    return liveValue
  }
}
