/// A shared key for a value in memory, which lives as long as the process; in tests, as long as the test.
public struct InMemoryKey<Value: Sendable>: SharedKey {
  private let name: String
  private let storage: InMemoryStorage

  fileprivate init(_ name: String) {
    @Dependency(\.defaultInMemoryStorage) var storage
    self.name = name
    self.storage = storage
  }

  private struct Identity: Hashable {
    var name: String
    var storage: InMemoryStorage
  }

  public var id: some Hashable { Identity(name: name, storage: storage) }

  /// The place of the value in its storage.
  var slot: InMemoryStorage.Slot {
    InMemoryStorage.Slot(name: name, type: ObjectIdentifier(Value.self))
  }

  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    continuation.resume(
      with: .success(storage.value(in: slot, initially: context.initialValue)))
  }

  public func subscribe(
    context: LoadContext<Value>, subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription {
    storage.subscribe(to: slot) { subscriber.yield(with: .success($0 as? Value)) }
  }

  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    storage.set(value, in: slot)
    continuation.resume()
  }
}

extension InMemoryKey: CustomStringConvertible {
  public var description: String { ".inMemory(\(String(reflecting: name)))" }
}

extension SharedReaderKey {
  /// Returns a shared key for a value in memory: `@Shared(.inMemory("session")) var session = Session()`.
  public static func inMemory<Value>(_ name: String) -> Self where Self == InMemoryKey<Value> {
    InMemoryKey(name)
  }
}
