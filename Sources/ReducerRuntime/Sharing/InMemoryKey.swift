/// Names a value that lives as long as the program; in tests, as long as the test.
public struct InMemoryKey<Value: Sendable>: SharedKey {
  /// The value's name.
  public let id: String

  public func load() -> Value? { nil }
  public func save(_ value: Value) {}
}

extension SharedReaderKey {
  /// A value that lives as long as the program: `@Shared(.inMemory("session")) var session = Session()`.
  public static func inMemory<Value>(_ name: String) -> Self where Self == InMemoryKey<Value> {
    InMemoryKey(id: name)
  }
}
