import Glibc

/// Creates a folder and its missing ancestors with mode 0700, regardless of the umask.
///
/// - Returns: Whether the folder exists now; `errno` has the reason if not.
public func makePrivateFolder(_ path: String) -> Bool {
  if mkdir(path, 0o700) == 0 {
    grantOwnerFullAccess(path)
    return true
  }
  if errno == EEXIST { return true }
  guard errno == ENOENT, let parent = path.parentPath else { return false }
  guard makePrivateFolder(parent) else { return false }
  // Another program may create it at the same moment.
  guard mkdir(path, 0o700) == 0 || errno == EEXIST else { return false }
  grantOwnerFullAccess(path)
  return true
}

/// Restores the rights that the umask removed from a new folder. Does nothing if a link has taken its place.
private func grantOwnerFullAccess(_ path: String) {
  fchmodat(AT_FDCWD, path, 0o700, AT_SYMLINK_NOFOLLOW)
}

/// Waits until no other program has the lock on a folder, and takes it.
///
/// - Returns: The descriptor, whose end releases the lock, or -1; `errno` has the reason.
public func lockFolder(_ path: String) -> Int32 {
  let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard folder >= 0 else { return -1 }
  while flock(folder, LOCK_EX) != 0 {
    guard errno == EINTR else {
      let code = errno
      close(folder)
      errno = code
      return -1
    }
  }
  return folder
}

/// Creates a new file with mode 0600, regardless of the umask. Fails if the path exists, even as a link.
///
/// - Returns: The descriptor, or -1; `errno` has the reason.
public func makePrivateFile(_ path: String) -> Int32 {
  let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
  // The umask may have removed bits that the owner needs.
  if file >= 0 { fchmod(file, 0o600) }
  return file
}
