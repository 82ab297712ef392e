import FoundationEssentials
import Synchronization

/// A file storage in memory, for tests.
public final class InMemoryFileStorage: FileStorage {
  /// The files by their canonical path.
  private let files = Mutex<[String: Data]>([:])

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
