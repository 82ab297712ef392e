import FoundationEssentials
import Synchronization

/// A storage for small settings: `.appStorage` values are read from it and written to it.
///
/// By default it is a file, ``FileAppStorage``. The app can set another at the start of `main`:
///
/// ```swift
/// prepareDependencies { $0.defaultAppStorage = settingsFile }
/// ```
public protocol AppStorage: Sendable {
  /// Returns the value for `key`, or `nil` if there is none.
  func value(forKey key: String) -> AppStorageValue?
  /// Sets the value for `key`, or removes it if `value` is `nil`.
  func setValue(_ value: AppStorageValue?, forKey key: String)
  /// Calls `onChange` after each change of the value for `key`, without holding a lock. By default, it does nothing.
  func subscribe(
    forKey key: String, _ onChange: @escaping @Sendable () -> Void
  ) -> SharedSubscription
}

extension AppStorage {
  public func subscribe(
    forKey key: String, _ onChange: @escaping @Sendable () -> Void
  ) -> SharedSubscription {
    SharedSubscription {}
  }
}

/// A value that an ``AppStorage`` can store.
public enum AppStorageValue: Hashable, Sendable {
  /// A Boolean value.
  case bool(Bool)
  /// A whole number.
  case integer(Int)
  /// A floating-point number.
  case double(Double)
  /// A text.
  case string(String)
  /// A list of texts.
  case strings([String])
  /// Any bytes, such as an encoded value.
  case data(Data)
}

/// A type whose values an ``AppStorage`` can store.
public protocol AppStorageConvertible: Sendable {
  /// Creates a value, or returns `nil` if `appStorageValue` is of another type.
  init?(appStorageValue: AppStorageValue)
  /// The value as an ``AppStorage`` stores it.
  var appStorageValue: AppStorageValue { get }
}

extension Bool: AppStorageConvertible {
  public init?(appStorageValue: AppStorageValue) {
    guard case .bool(let value) = appStorageValue else { return nil }
    self = value
  }
  public var appStorageValue: AppStorageValue { .bool(self) }
}

extension Int: AppStorageConvertible {
  public init?(appStorageValue: AppStorageValue) {
    guard case .integer(let value) = appStorageValue else { return nil }
    self = value
  }
  public var appStorageValue: AppStorageValue { .integer(self) }
}

extension Double: AppStorageConvertible {
  public init?(appStorageValue: AppStorageValue) {
    switch appStorageValue {
    case .double(let value): self = value
    case .integer(let value): self = Double(value)
    default: return nil
    }
  }
  public var appStorageValue: AppStorageValue { .double(self) }
}

extension String: AppStorageConvertible {
  public init?(appStorageValue: AppStorageValue) {
    guard case .string(let value) = appStorageValue else { return nil }
    self = value
  }
  public var appStorageValue: AppStorageValue { .string(self) }
}

extension [String]: AppStorageConvertible {
  public init?(appStorageValue: AppStorageValue) {
    guard case .strings(let value) = appStorageValue else { return nil }
    self = value
  }
  public var appStorageValue: AppStorageValue { .strings(self) }
}

extension Data: AppStorageConvertible {
  public init?(appStorageValue: AppStorageValue) {
    guard case .data(let value) = appStorageValue else { return nil }
    self = value
  }
  public var appStorageValue: AppStorageValue { .data(self) }
}

extension Date: AppStorageConvertible {
  public init?(appStorageValue: AppStorageValue) {
    guard let seconds = Double(appStorageValue: appStorageValue) else { return nil }
    self.init(timeIntervalSinceReferenceDate: seconds)
  }
  public var appStorageValue: AppStorageValue { .double(timeIntervalSinceReferenceDate) }
}

extension URL: AppStorageConvertible {
  public init?(appStorageValue: AppStorageValue) {
    guard let text = String(appStorageValue: appStorageValue) else { return nil }
    self.init(string: text)
  }
  public var appStorageValue: AppStorageValue { .string(absoluteString) }
}

extension DependencyValues {
  /// The storage of `.appStorage` values: a ``FileAppStorage``, and memory in tests and previews.
  public var defaultAppStorage: any AppStorage {
    get { self[AppStorageDependency.self] }
    set { self[AppStorageDependency.self] = newValue }
  }

  private enum AppStorageDependency: DependencyKey {
    private static let file = FileAppStorage()
    // A test of the live context must not change a person's settings.
    static var liveValue: any AppStorage { isTesting ? SharedScope.current.appStorage : file }
    static var previewValue: any AppStorage { SharedScope.current.appStorage }
    static var testValue: any AppStorage { SharedScope.current.appStorage }
  }
}

// MARK: - The key

/// A key of a small value in the app's settings.
public struct AppStorageKey<Value: Sendable>: SharedKey {
  private let name: String
  private let storage: any AppStorage
  private let origin = AppStorageSaving.Origin()
  private let decode: @Sendable (AppStorageValue) -> Value?
  private let encode: @Sendable (Value) -> AppStorageValue?

  init(
    _ name: String, _ storage: (any AppStorage)?,
    decode: @escaping @Sendable (AppStorageValue) -> Value?,
    encode: @escaping @Sendable (Value) -> AppStorageValue?
  ) {
    @Dependency(\.defaultAppStorage) var defaultAppStorage
    self.name = name
    self.storage = storage ?? defaultAppStorage
    self.decode = decode
    self.encode = encode
  }

  private struct Identity: Hashable {
    var name: String
    var storage: StorageIdentity
  }

  public var id: some Hashable { Identity(name: name, storage: StorageIdentity(storage)) }

  private var stored: Value? { storage.value(forKey: name).flatMap(decode) }

  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    continuation.resume(with: .success(stored))
  }

  public func subscribe(
    context: LoadContext<Value>, subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription {
    storage.subscribe(forKey: name) { [origin] in
      guard AppStorageSaving.origin != ObjectIdentifier(origin) else { return }
      subscriber.yield(with: .success(stored))
    }
  }

  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    AppStorageSaving.$origin.withValue(ObjectIdentifier(origin)) {
      storage.setValue(encode(value), forKey: name)
    }
    continuation.resume()
  }
}

extension AppStorageKey: CustomStringConvertible {
  public var description: String { ".appStorage(\(String(reflecting: name)))" }
}

private enum AppStorageSaving {
  /// The key that is saving. It ignores the notification of its own change, which may be outdated.
  @TaskLocal static var origin: ObjectIdentifier?

  /// The identity of a key.
  final class Origin: Sendable {}
}

extension SharedReaderKey {
  /// Returns a key of a value in the app's settings: `@Shared(.appStorage("isLoud")) var isLoud = true`.
  ///
  /// - Parameters:
  ///   - name: The name of the setting.
  ///   - store: The storage; `nil` for the dependency `defaultAppStorage`.
  public static func appStorage<Value: AppStorageConvertible & SendableMetatype>(
    _ name: String, store: (any AppStorage)? = nil
  ) -> Self where Self == AppStorageKey<Value> {
    AppStorageKey(name, store, decode: Value.init(appStorageValue:)) { $0.appStorageValue }
  }

  /// Returns a key of an optional value: `@Shared(.appStorage("userToken")) var token: String?`.
  public static func appStorage<Value: AppStorageConvertible & SendableMetatype>(
    _ name: String, store: (any AppStorage)? = nil
  ) -> Self where Self == AppStorageKey<Value?> {
    AppStorageKey(name, store, decode: Value.init(appStorageValue:)) { $0?.appStorageValue }
  }

  /// Returns a key of a value that is stored as its raw value.
  public static func appStorage<Value: RawRepresentable & Sendable & SendableMetatype>(
    _ name: String, store: (any AppStorage)? = nil
  ) -> Self
  where Value.RawValue: AppStorageConvertible & SendableMetatype, Self == AppStorageKey<Value> {
    AppStorageKey(
      name, store, decode: { Value.RawValue(appStorageValue: $0).flatMap(Value.init(rawValue:)) },
      encode: { $0.rawValue.appStorageValue })
  }

  /// Returns a key of an optional value that is stored as its raw value.
  public static func appStorage<Value: RawRepresentable & Sendable & SendableMetatype>(
    _ name: String, store: (any AppStorage)? = nil
  ) -> Self
  where Value.RawValue: AppStorageConvertible & SendableMetatype, Self == AppStorageKey<Value?> {
    AppStorageKey(
      name, store, decode: { Value.RawValue(appStorageValue: $0).flatMap(Value.init(rawValue:)) },
      encode: { $0?.rawValue.appStorageValue })
  }
}

// MARK: - In memory

/// An ``AppStorage`` in memory.
public final class InMemoryAppStorage: AppStorage {
  private struct Contents {
    var values: [String: AppStorageValue] = [:]
    var subscribers: [String: [Int: @Sendable () -> Void]] = [:]
    var lastSubscriber = 0
  }

  private let contents = Mutex(Contents())

  /// Creates a storage without values.
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

/// The identity of a storage: the object if it is a class, the value itself if it is hashable, otherwise its type.
// Unchecked: storages are `Sendable`, and an identity is only compared and hashed.
enum StorageIdentity: Hashable, @unchecked Sendable {
  case object(ObjectIdentifier)
  case value(AnyHashable)
  case type(ObjectIdentifier)

  init(_ storage: some Sendable) {
    if Swift.type(of: storage) is AnyObject.Type {
      // Safe, because it is a class. `as AnyObject` would look up conformances, which a start would wait for.
      self = .object(ObjectIdentifier(unsafeBitCast(storage, to: AnyObject.self)))
    } else if let hashable = storage as? any Hashable {
      self = .value(AnyHashable(hashable))
    } else {
      self = .type(ObjectIdentifier(Swift.type(of: storage)))
    }
  }
}
