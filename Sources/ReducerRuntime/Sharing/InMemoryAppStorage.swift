import Synchronization

/// An ``AppStorage`` in memory.
public final class InMemoryAppStorage: AppStorage {
  private struct Contents {
    var values: [String: AppStorageValue] = [:]
    var subscribers: [String: [Int: @Sendable () -> Void]] = [:]
    var lastSubscriber = 0
  }

  private let contents = Mutex(Contents())

  public init() {}

  public func value(forKey key: String) -> AppStorageValue? {
    contents.withLock { $0.values[key] }
  }

  public func setValue(_ value: AppStorageValue?, forKey key: String) {
    let subscribers = contents.withLock { contents in
      contents.values[key] = value
      return contents.subscribers[key].map { Array($0.values) } ?? []
    }
    for subscriber in subscribers { subscriber() }
  }

  public func subscribe(
    forKey key: String, _ onChange: @escaping @Sendable () -> Void
  ) -> SharedSubscription {
    let number = contents.withLock { contents in
      contents.lastSubscriber += 1
      contents.subscribers[key, default: [:]][contents.lastSubscriber] = onChange
      return contents.lastSubscriber
    }
    return SharedSubscription { [weak self] in
      self?.contents.withLock { contents in
        contents.subscribers[key]?[number] = nil
        if contents.subscribers[key]?.isEmpty == true { contents.subscribers[key] = nil }
      }
    }
  }
}

extension AppStorage where Self == InMemoryAppStorage {
  /// A new storage in memory: `$0.defaultAppStorage = .inMemory`.
  public static var inMemory: Self { Self() }
}
