import Synchronization

/// A shared key for a value in memory that lives as long as the process or, in tests, the test.
public struct InMemoryKey<Value: Sendable>: SharedKey {
  fileprivate let name: String
  private let storage: InMemoryStorage

  fileprivate init(_ name: String) {
    @Dependency(\.defaultInMemoryStorage) var storage
    self.name = name
    self.storage = storage
  }

  private struct Identity: Hashable {
    var name: String
    var storage: ObjectIdentifier
  }

  public var id: some Hashable { Identity(name: name, storage: ObjectIdentifier(storage)) }

  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    continuation.resume(
      with: .success(storage.value(for: name, initially: context.initialValue)))
  }

  /// Returns a subscription to the removal of the value. All properties with the key share one reference, so there
  /// are no other changes to follow.
  public func subscribe(
    context: LoadContext<Value>, subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription {
    storage.subscribe(for: name, subscriber)
  }

  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    storage.set(value, for: name)
    continuation.resume()
  }
}

extension InMemoryKey {
  public var _keptValue: Value? { storage.value(for: name, initially: nil) }
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

// MARK: - The storage

extension DependencyValues {
  /// The storage of `.inMemory` values: one for the program, and one for each test.
  public var defaultInMemoryStorage: InMemoryStorage {
    get { self[InMemoryStorageKey.self] }
    set { self[InMemoryStorageKey.self] = newValue }
  }

  private enum InMemoryStorageKey: DependencyKey {
    static var liveValue: InMemoryStorage { SharedScope.current.inMemoryStorage }
    static var testValue: InMemoryStorage { SharedScope.current.inMemoryStorage }
  }
}

/// A storage of `.inMemory` values, by name and type.
public final class InMemoryStorage: Sendable {
  private struct Slot: Hashable {
    var name: String
    var type: ObjectIdentifier

    init<Value>(_ name: String, _ type: Value.Type) {
      self.name = name
      self.type = ObjectIdentifier(type)
    }
  }

  private struct Contents {
    var values: [Slot: any Sendable] = [:]
    /// The ``SharedSubscriber`` of each value that a property refers to.
    var subscribers: [Slot: (number: Int, subscriber: any Sendable)] = [:]
    var lastSubscriber = 0
  }

  private let contents = Mutex(Contents())

  /// Creates a storage without values.
  public init() {}

  /// Removes a value. Properties that refer to it get the value `default`.
  public func removeValue<Value>(for key: InMemoryKey<Value>, default value: Value) {
    let slot = Slot(key.name, Value.self)
    let subscriber = contents.withLock { contents in
      contents.values[slot] = nil
      return contents.subscribers[slot]?.subscriber as? SharedSubscriber<Value>
    }
    subscriber?.yield(value)
  }

  /// Returns the value for `name`, and stores `initialValue` if there is none.
  func value<Value: Sendable>(for name: String, initially initialValue: Value?) -> Value? {
    let slot = Slot(name, Value.self)
    return contents.withLock { contents in
      // The stored value is unwrapped first, because `nil` can be cast to an optional type.
      if let stored = contents.values[slot], let value = stored as? Value { return value }
      if let initialValue { contents.values[slot] = initialValue as any Sendable }
      return initialValue
    }
  }

  func set<Value: Sendable>(_ value: Value, for name: String) {
    contents.withLock { $0.values[Slot(name, Value.self)] = value }
  }

  fileprivate func subscribe<Value: Sendable>(
    for name: String, _ subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription {
    let slot = Slot(name, Value.self)
    let number = contents.withLock { contents in
      contents.lastSubscriber += 1
      contents.subscribers[slot] = (contents.lastSubscriber, subscriber)
      return contents.lastSubscriber
    }
    return SharedSubscription { [weak self] in
      self?.contents.withLock { contents in
        // A later reference for the key may have replaced it.
        if contents.subscribers[slot]?.number == number { contents.subscribers[slot] = nil }
      }
    }
  }
}
