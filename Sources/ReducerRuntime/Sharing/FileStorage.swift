import FoundationEssentials

/// A storage for `.fileStorage` values.
public protocol FileStorage: Sendable {
  /// Returns the contents of the file at `url`, or `nil` if there is no such file.
  ///
  /// - Throws: The error if there is a file that cannot be read.
  func load(_ url: URL) throws -> Data?
  /// Replaces the contents of the file at `url` atomically.
  func save(_ data: Data, to url: URL) throws
  /// Returns the path that all spellings of a file's path have in common. By default the path without `.`, `..` and
  /// repeated slashes.
  func canonicalPath(of url: URL) -> String
}

extension FileStorage {
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
