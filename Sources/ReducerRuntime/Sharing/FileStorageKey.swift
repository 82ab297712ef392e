import FoundationEssentials

/// A shared key for a value in a file.
public struct FileStorageKey<Value: Sendable>: SharedKey {
  private let url: URL
  private let storage: any FileStorage
  private let decode: @Sendable (Data) throws -> Value
  private let encode: @Sendable (Value) throws -> Data

  init(
    _ url: URL, decode: @escaping @Sendable (Data) throws -> Value,
    encode: @escaping @Sendable (Value) throws -> Data
  ) {
    @Dependency(\.defaultFileStorage) var storage
    self.url = url
    self.storage = storage
    self.decode = decode
    self.encode = encode
  }

  private struct Identity: Hashable {
    var path: String
    var storage: StorageIdentity
  }

  /// The same for all spellings of the path.
  public var id: some Hashable {
    Identity(path: storage.canonicalPath(of: url), storage: StorageIdentity(storage))
  }

  /// Loads the file. A file that does not exist or is empty has no value.
  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    continuation.resume(
      with: Result {
        guard let data = try storage.load(url), !data.isEmpty else { return nil }
        return try decode(data)
      })
  }

  /// Returns a subscription without effect: changes by other processes are loaded by `load()`.
  public func subscribe(
    context: LoadContext<Value>, subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription {
    SharedSubscription {}
  }

  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    continuation.resume(with: Result { try storage.save(encode(value), to: url) })
  }
}

extension FileStorageKey: CustomStringConvertible {
  public var description: String { ".fileStorage(\(url.absoluteString))" }
}

extension SharedReaderKey {
  /// Returns a shared key for a value in a JSON file, which is rewritten after each change.
  ///
  /// ```swift
  /// @Shared(.fileStorage(folder.appending(path: "plan.json"))) var plan = Plan()
  /// ```
  public static func fileStorage<Value: Codable & SendableMetatype>(
    _ url: URL, decoder: JSONDecoder = JSONDecoder(), encoder: JSONEncoder = JSONEncoder()
  ) -> Self where Self == FileStorageKey<Value> {
    FileStorageKey(
      url, decode: { try decoder.decode(Value.self, from: $0) }, encode: { try encoder.encode($0) })
  }

  /// Returns a shared key for a value in a file with a custom format, which is rewritten after each change.
  public static func fileStorage<Value>(
    _ url: URL, decode: @escaping @Sendable (Data) throws -> Value,
    encode: @escaping @Sendable (Value) throws -> Data
  ) -> Self where Self == FileStorageKey<Value> {
    FileStorageKey(url, decode: decode, encode: encode)
  }
}
