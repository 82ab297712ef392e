import Synchronization

/// A storage of `.inMemory` values, empty at first.
public struct InMemoryStorage: Hashable, Sendable {
  struct Slot: Hashable {
    var name: String
    var type: ObjectIdentifier
  }

  private struct Contents {
    var values: [Slot: any Sendable] = [:]
    var subscribers: [Slot: [Int: @Sendable (any Sendable) -> Void]] = [:]
    var lastSubscriber = 0
  }

  private final class Memory: Sendable {
    let contents = Mutex(Contents())
  }

  private let memory = Memory()

  public init() {}

  /// Removes the value for `key`. Properties with that key have the value `default` afterwards.
  public func removeValue<Value>(
    for key: InMemoryKey<Value>, default: @autoclosure () -> Value
  ) {
    let subscribers = memory.contents.withLock { contents in
      contents.values[key.slot] = nil
      return contents.subscribers[key.slot].map { Array($0.values) } ?? []
    }
    guard !subscribers.isEmpty else { return }
    let value = `default`()
    for subscriber in subscribers { subscriber(value) }
  }

  /// Returns the value in `slot`; if there is none, puts `initialValue` there.
  func value<Value: Sendable>(in slot: Slot, initially initialValue: Value?) -> Value? {
    memory.contents.withLock { contents in
      // Unwrapped first, because `nil` can be cast to an optional type.
      if let stored = contents.values[slot], let value = stored as? Value { return value }
      if let initialValue { contents.values[slot] = initialValue as any Sendable }
      return initialValue
    }
  }

  func set(_ value: some Sendable, in slot: Slot) {
    memory.contents.withLock { $0.values[slot] = value }
  }

  /// Calls `subscriber` with the default value each time the value in `slot` is removed.
  func subscribe(
    to slot: Slot, _ subscriber: @escaping @Sendable (any Sendable) -> Void
  ) -> SharedSubscription {
    let number = memory.contents.withLock { contents in
      contents.lastSubscriber += 1
      contents.subscribers[slot, default: [:]][contents.lastSubscriber] = subscriber
      return contents.lastSubscriber
    }
    return SharedSubscription { [memory] in
      memory.contents.withLock { contents in
        contents.subscribers[slot]?[number] = nil
        if contents.subscribers[slot]?.isEmpty == true { contents.subscribers[slot] = nil }
      }
    }
  }

  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.memory === rhs.memory }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(memory)) }
}

extension DependencyValues {
  /// The storage of `.inMemory` values: one for the process, and one for each test.
  public var defaultInMemoryStorage: InMemoryStorage {
    get { self[InMemoryStorageDependency.self] }
    set { self[InMemoryStorageDependency.self] = newValue }
  }

  private enum InMemoryStorageDependency: DependencyKey {
    static var liveValue: InMemoryStorage { SharedScope.current.inMemoryStorage }
    static var testValue: InMemoryStorage { SharedScope.current.inMemoryStorage }
  }
}
