import Glibc

/// Makes a folder and those above it, as far as they are missing; new ones get mode 0700 whatever the umask.
///
/// - Returns: Whether it is there now; `errno` says why it is not.
public func makePrivateFolder(_ path: String) -> Bool {
  if mkdir(path, 0o700) == 0 {
    giveOwnerAllRights(path)
    return true
  }
  if errno == EEXIST { return true }
  guard errno == ENOENT, let parent = path.parentPath else { return false }
  guard makePrivateFolder(parent) else { return false }
  // Another program may make it at the same moment.
  guard mkdir(path, 0o700) == 0 || errno == EEXIST else { return false }
  giveOwnerAllRights(path)
  return true
}

/// Gives a folder that was made just now the rights that the umask may have taken off. Where a link has taken its place,
/// that leads elsewhere, nothing is changed.
private func giveOwnerAllRights(_ path: String) {
  fchmodat(AT_FDCWD, path, 0o700, AT_SYMLINK_NOFOLLOW)
}

/// Makes a file that must not be there yet, not even as a link; it gets mode 0600 whatever the umask.
///
/// - Returns: Its descriptor, or -1; `errno` says why.
public func makePrivateFile(_ path: String) -> Int32 {
  let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
  // The umask may have taken bits off that the owner needs.
  if file >= 0 { fchmod(file, 0o600) }
  return file
}
