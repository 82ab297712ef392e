import Glibc

/// Makes a folder and those above it, as far as they are missing; new ones get mode 0700 whatever the umask.
///
/// - Returns: Whether it is there now; `errno` says why it is not.
func makePrivateFolder(_ path: String) -> Bool {
  if mkdir(path, 0o700) == 0 {
    chmod(path, 0o700)
    return true
  }
  if errno == EEXIST { return true }
  guard errno == ENOENT, let parent = path.parentPath else { return false }
  guard makePrivateFolder(parent) else { return false }
  // Another program may make it at the same moment.
  guard mkdir(path, 0o700) == 0 || errno == EEXIST else { return false }
  chmod(path, 0o700)
  return true
}

/// Makes a file that must not be there yet, not even as a link; it gets mode 0600 whatever the umask.
///
/// - Returns: Its descriptor, or -1; `errno` says why.
package func makePrivateFile(_ path: String) -> Int32 {
  let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
  // The umask may have taken bits off that the owner needs.
  if file >= 0 { fchmod(file, 0o600) }
  return file
}

extension String {
  /// The folder that the path's last part is in; `nil` when it has none.
  var parentPath: String? {
    var rest = self[...]
    while rest.hasSuffix("/") { rest.removeLast() }
    guard let slash = rest.lastIndex(of: "/"), slash > rest.startIndex else { return nil }
    return String(rest[..<slash])
  }
}
