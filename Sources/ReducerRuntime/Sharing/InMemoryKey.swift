import Synchronization

/// A shared key for a value in memory that lives as long as the process or, in tests, the test.
public struct InMemoryKey<Value: Sendable>: SharedKey {
  private let name: String
  private let storage = SharedScope.current.inMemoryStorage

  fileprivate init(_ name: String) {
    self.name = name
  }

  public var id: some Hashable { name }

  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    continuation.resume(
      with: .success(storage.value(for: name, initially: context.initialValue)))
  }

  /// Returns a subscription that does nothing: all properties with the key share one reference.
  public func subscribe(
    context: LoadContext<Value>, subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription {
    SharedSubscription {}
  }

  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    storage.set(value, for: name)
    continuation.resume()
  }
}

/// A key whose value stays in memory when no property refers to it.
protocol InMemorySharedKey: SharedKey {
  /// The value in memory, if there is one.
  var keptValue: Value? { get }
}

extension InMemoryKey: InMemorySharedKey {
  var keptValue: Value? { storage.value(for: name, initially: nil) }
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

/// The `.inMemory` values, by name and type.
final class InMemoryStorage: Sendable {
  private struct Slot: Hashable {
    var name: String
    var type: ObjectIdentifier
  }

  private let values = Mutex<[Slot: any Sendable]>([:])

  /// Returns the value for `name`, and stores `initialValue` if there is none.
  func value<Value: Sendable>(for name: String, initially initialValue: Value?) -> Value? {
    let slot = Slot(name: name, type: ObjectIdentifier(Value.self))
    return values.withLock { values in
      // The stored value is unwrapped first, because `nil` can be cast to an optional type.
      if let stored = values[slot], let value = stored as? Value { return value }
      if let initialValue { values[slot] = initialValue as any Sendable }
      return initialValue
    }
  }

  func set<Value: Sendable>(_ value: Value, for name: String) {
    values.withLock { $0[Slot(name: name, type: ObjectIdentifier(Value.self))] = value }
  }
}
