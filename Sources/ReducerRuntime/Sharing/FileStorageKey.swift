import FoundationEssentials
import Synchronization

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

  public var id: String { url.path }

  public func load() -> Value? {
    guard let data = storage.load(url) else { return nil }
    do {
      return try decode(data)
    } catch {
      reportIssue("\(url.path) does not hold a '\(Value.self)': \(error)")
      return nil
    }
  }

  public func save(_ value: Value) {
    do {
      try storage.save(encode(value), to: url)
    } catch {
      reportIssue("\(url.path) could not be written: \(error)")
    }
  }
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

/// A storage for `.fileStorage` values.
public protocol FileStorage: Sendable {
  /// Returns the contents of the file at `url`, or `nil` if it cannot be read.
  func load(_ url: URL) -> Data?
  /// Replaces the contents of the file at `url` atomically.
  func save(_ data: Data, to url: URL) throws
}

/// A file storage on disk.
public struct DiskFileStorage: FileStorage {
  public init() {}

  public func load(_ url: URL) -> Data? { try? Data(contentsOf: url) }

  public func save(_ data: Data, to url: URL) throws {
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: url, options: .atomic)
  }
}

/// A file storage in memory, for tests.
public final class InMemoryFileStorage: FileStorage {
  private let files = Mutex<[URL: Data]>([:])

  public init() {}

  public func load(_ url: URL) -> Data? { files.withLock { $0[url] } }
  public func save(_ data: Data, to url: URL) { files.withLock { $0[url] = data } }
}

extension FileStorage where Self == InMemoryFileStorage {
  /// A new file storage in memory: `$0.defaultFileStorage = .inMemory`.
  public static var inMemory: Self { Self() }
}

extension FileStorage where Self == DiskFileStorage {
  /// The file storage on disk.
  public static var fileSystem: Self { Self() }
}

extension DependencyValues {
  /// The storage of `.fileStorage` values: on disk, and in memory in tests.
  public var defaultFileStorage: any FileStorage {
    get { self[FileStorageDependency.self] }
    set { self[FileStorageDependency.self] = newValue }
  }

  private enum FileStorageDependency: DependencyKey {
    static let liveValue: any FileStorage = DiskFileStorage()
    static var previewValue: any FileStorage { SharedScope.current.fileStorage }
    static var testValue: any FileStorage { SharedScope.current.fileStorage }
  }
}
