import FoundationEssentials
import Glibc

/// A file storage on disk.
public struct DiskFileStorage: FileStorage {
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

  /// Returns the path without symbolic links, as far as it exists.
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
