import FoundationEssentials
import Glibc

/// Returns the path without links; `nil` where there is nothing.
public func realPath(_ path: String) -> String? {
  guard let resolved = realpath(path, nil) else { return nil }
  defer { free(resolved) }
  return String(cString: resolved)
}

/// Returns the names in a folder; none where it cannot be read.
///
/// - Complexity: O(n) in the names.
public func folderNames(_ path: String) -> [String] {
  (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
}

extension String {
  /// The folder that the path's last part is in; `nil` when it has none.
  public var parentPath: String? {
    var rest = self[...]
    while rest.hasSuffix("/") { rest.removeLast() }
    guard let slash = rest.lastIndex(of: "/"), slash > rest.startIndex else { return nil }
    return String(rest[..<slash])
  }
}
