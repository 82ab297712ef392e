import FoundationEssentials
import Glibc

/// Returns the path with all links resolved, or `nil` if nothing exists there.
public func realPath(_ path: String) -> String? {
  guard let resolved = realpath(path, nil) else { return nil }
  defer { free(resolved) }
  return String(cString: resolved)
}

/// Returns the names of the files in a folder, or none if it cannot be read.
///
/// - Complexity: O(n) in the files.
public func fileNames(inFolder path: String) -> [String] {
  (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
}

extension String {
  /// The path of the parent folder, or `nil` if there is none.
  public var parentPath: String? {
    var rest = self[...]
    while rest.hasSuffix("/") { rest.removeLast() }
    guard let slash = rest.lastIndex(of: "/"), slash > rest.startIndex else { return nil }
    return String(rest[..<slash])
  }
}
