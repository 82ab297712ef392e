/// A shared key for a value in memory, which lives as long as the process; in tests, as long as the test.
public struct InMemoryKey<Value: Sendable>: SharedKey {
  /// The name of the value.
  public let id: String

  public func load() -> Value? { nil }
  public func save(_ value: Value) {}
}

extension SharedReaderKey {
  /// Returns a shared key for a value in memory: `@Shared(.inMemory("session")) var session = Session()`.
  public static func inMemory<Value>(_ name: String) -> Self where Self == InMemoryKey<Value> {
    InMemoryKey(id: name)
  }
}
