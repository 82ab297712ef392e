import FoundationEssentials
import Synchronization

/// Names a value that a file keeps.
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
  /// A value that a file keeps, as JSON, written anew at each change.
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

  /// A value that a file keeps in a form of its own, written anew at each change.
  public static func fileStorage<Value>(
    _ url: URL, decode: @escaping @Sendable (Data) throws -> Value,
    encode: @escaping @Sendable (Value) throws -> Data
  ) -> Self where Self == FileStorageKey<Value> {
    FileStorageKey(url, decode: decode, encode: encode)
  }
}

/// Where `.fileStorage` values are kept.
public protocol FileStorage: Sendable {
  /// What the file at `url` holds, `nil` where there is none.
  func load(_ url: URL) -> Data?
  /// Replaces what the file at `url` holds, all or nothing.
  func save(_ data: Data, to url: URL) throws
}

/// The file system.
public struct DiskFileStorage: FileStorage {
  public init() {}

  public func load(_ url: URL) -> Data? { try? Data(contentsOf: url) }

  public func save(_ data: Data, to url: URL) throws {
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: url, options: .atomic)
  }
}

/// Files that are none, for tests.
public final class InMemoryFileStorage: FileStorage {
  private let files = Mutex<[URL: Data]>([:])

  public init() {}

  public func load(_ url: URL) -> Data? { files.withLock { $0[url] } }
  public func save(_ data: Data, to url: URL) { files.withLock { $0[url] = data } }
}

extension FileStorage where Self == InMemoryFileStorage {
  /// Files that are none, new ones at each call: `$0.defaultFileStorage = .inMemory`.
  public static var inMemory: Self { Self() }
}

extension FileStorage where Self == DiskFileStorage {
  /// The file system.
  public static var fileSystem: Self { Self() }
}

extension DependencyValues {
  /// Where `.fileStorage` values are kept: on disk, and in memory in tests.
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
