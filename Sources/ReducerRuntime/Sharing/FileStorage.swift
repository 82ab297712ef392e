import FoundationEssentials
import Glibc
import Synchronization

/// A storage for `.fileStorage` values.
public protocol FileStorage: Sendable {
  /// Returns the contents of the file at `url`, or `nil` if there is no such file.
  ///
  /// - Throws: An error if the file exists but cannot be read.
  func load(_ url: URL) throws -> Data?
  /// Replaces the contents of the file at `url` atomically.
  func save(_ data: Data, to url: URL) throws
  /// Keeps the file at `url`, which could not be read or decoded, under another name: the next ``save(_:to:)`` replaces
  /// it. By default, this does nothing.
  ///
  /// - Throws: An error if the file cannot be kept. It is then not replaced.
  func keepDamagedFile(at url: URL) throws
  /// Returns one path for all spellings of a file's path. By default, `.`, `..` and repeated slashes are removed.
  func canonicalPath(of url: URL) -> String
}

extension FileStorage {
  public func keepDamagedFile(at url: URL) throws {}
  public func canonicalPath(of url: URL) -> String { url.standardizedFileURL.path }
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

// MARK: - The key

/// A shared key for a value in a file.
public struct FileStorageKey<Value: Sendable>: SharedKey {
  private let url: URL
  private let storage: any FileStorage
  private let decode: @Sendable (Data) throws -> Value
  private let encode: @Sendable (Value) throws -> Data
  /// Whether the file could not be read or decoded, and must be kept before it is replaced.
  private let isDamaged = LockIsolated(false)

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

  /// The canonical path, which is the same for all spellings of the path.
  public var id: some Hashable {
    Identity(path: storage.canonicalPath(of: url), storage: StorageIdentity(storage))
  }

  /// Loads the file. A file that does not exist or is empty counts as no value.
  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    let result = Result<Value?, any Error> {
      guard let data = try storage.load(url), !data.isEmpty else { return nil }
      return try decode(data)
    }
    if case .failure = result { isDamaged.setValue(true) } else { isDamaged.setValue(false) }
    continuation.resume(with: result)
  }

  /// Returns a subscription that does nothing: only `load()` reads changes by other processes.
  public func subscribe(
    context: LoadContext<Value>, subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription {
    SharedSubscription {}
  }

  /// Saves the file. A file that could not be loaded is kept under another name.
  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    continuation.resume(
      with: Result {
        let data = try encode(value)
        if isDamaged.value {
          try storage.keepDamagedFile(at: url)
          isDamaged.setValue(false)
        }
        try storage.save(data, to: url)
      })
  }
}

extension FileStorageKey: LoadErrorExplaining {
  var loadErrorNote: String {
    "The file stays as it is until the value changes. On disk, it is then kept as "
      + "'\(url.lastPathComponent).damaged-1', or with the next free number"
  }
}

extension FileStorageKey: CustomStringConvertible {
  public var description: String { ".fileStorage(\(url.absoluteString))" }
}

extension SharedReaderKey {
  /// Returns a shared key for a value in a JSON file. Each change rewrites the file.
  ///
  /// A file that cannot be decoded, e.g. after a property was added to the value's type, is the property's `loadError`, and
  /// the value starts with its default. Before the first change, the file is kept beside the new one as `NAME.damaged-1`,
  /// so that no data is lost.
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

  /// Returns a shared key for a value in a file with a custom format. Each change rewrites the file.
  public static func fileStorage<Value>(
    _ url: URL, decode: @escaping @Sendable (Data) throws -> Value,
    encode: @escaping @Sendable (Value) throws -> Data
  ) -> Self where Self == FileStorageKey<Value> {
    FileStorageKey(url, decode: decode, encode: encode)
  }
}

// MARK: - Storages

/// A file storage on disk.
public struct DiskFileStorage: FileStorage {
  /// Creates a file storage.
  public init() {}

  public func load(_ url: URL) throws -> Data? {
    do {
      return try Data(contentsOf: url)
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
      return nil
    }
  }

  public func save(_ data: Data, to url: URL) throws {
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: url, options: .atomic)
  }

  /// Gives the file a second name: `NAME.damaged-1`, or the next number that no file has.
  public func keepDamagedFile(at url: URL) throws {
    try SettingsFile.keepDamaged(canonicalPath(of: url))
  }

  /// Returns the path with symbolic links resolved in the part of it that exists.
  public func canonicalPath(of url: URL) -> String {
    let components = url.absoluteURL.path.split(separator: "/")
    for count in (0...components.count).reversed() {
      guard let folder = realpath("/" + components[..<count].joined(separator: "/"), nil) else {
        continue
      }
      defer { free(folder) }
      let missing = components[count...].joined(separator: "/")
      return URL(filePath: "\(String(cString: folder))/\(missing)").standardizedFileURL.path
    }
    return url.standardizedFileURL.path
  }
}

extension FileStorage where Self == DiskFileStorage {
  /// The file storage on disk.
  public static var fileSystem: Self { Self() }
}

/// A file storage in memory, for tests.
public final class InMemoryFileStorage: FileStorage {
  /// The files by their canonical path.
  private let files = Mutex<[String: Data]>([:])

  /// Creates a storage without files.
  public init() {}

  public func load(_ url: URL) -> Data? {
    files.withLock { $0[canonicalPath(of: url)] }
  }

  public func save(_ data: Data, to url: URL) {
    files.withLock { $0[canonicalPath(of: url)] = data }
  }
}

extension FileStorage where Self == InMemoryFileStorage {
  /// A new file storage in memory: `$0.defaultFileStorage = .inMemory`.
  public static var inMemory: Self { Self() }
}
