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
  /// The key that is saving: it ignores the notification of its own change, which may be outdated.
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
