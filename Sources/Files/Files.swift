import FoundationEssentials
import Glibc

/// Writes all of `bytes`, in as many calls as needed.
///
/// - Returns: Whether all bytes were written; `errno` has the reason if not.
public func writeAll(_ bytes: ArraySlice<UInt8>, to file: Int32) -> Bool {
  var rest = bytes
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    guard count > 0 || errno == EINTR else { return false }
    rest = rest.dropFirst(max(0, count))
  }
  return true
}

/// Reads a file to its end.
///
/// - Returns: The bytes, or `nil` if the file cannot be read or has more than `maxBytes` bytes; `errno` has the
///   reason.
public func readAll(of file: Int32, maxBytes: Int) -> [UInt8]? {
  var bytes: [UInt8] = []
  while let part = readPart(of: file) {
    if part.isEmpty { return bytes }
    bytes += part
    guard bytes.count <= maxBytes else {
      errno = EFBIG
      return nil
    }
  }
  return nil
}

/// Reads the next part of a file, of at most 16 KB.
///
/// - Returns: The bytes (none at the end of the file), or `nil` if it cannot be read; `errno` has the reason.
public func readPart(of file: Int32) -> [UInt8]? {
  var part = [UInt8](repeating: 0, count: 1 << 14)
  while true {
    let count = read(file, &part, part.count)
    if count >= 0 { return Array(part[..<count]) }
    guard errno == EINTR else { return nil }
  }
}

/// Replaces the contents of the file at `path` atomically, through a temporary file, and creates its folder if
/// missing.
///
/// - Returns: Zero, or the `errno` if the file was left unchanged.
public func replaceFile(at path: String, with bytes: [UInt8]) -> Int32 {
  guard
    let folder = path.parentPath, makePrivateFolder(folder),
    let (file, temporaryPath) = makeTemporaryFile(for: path)
  else { return errno }
  let isWritten = writeAll(bytes[...], to: file) && fsync(file) == 0
  var code = errno
  close(file)
  if isWritten {
    if rename(temporaryPath, path) == 0 { return 0 }
    code = errno
  }
  unlink(temporaryPath)
  return code
}

/// The part of a temporary file's name between the destination's name and six random letters.
public let temporaryFileInfix = ".part-"

/// Creates an empty temporary file beside `path`, with mode 0600.
///
/// - Returns: The descriptor and the path, or `nil` if it cannot be created; `errno` has the reason.
public func makeTemporaryFile(for path: String) -> (file: Int32, path: String)? {
  // `mkstemp` replaces the Xs with random letters.
  var template = Array("\(path)\(temporaryFileInfix)XXXXXX".utf8CString)
  let file = mkstemp(&template)
  guard file >= 0 else { return nil }
  _ = fcntl(file, F_SETFD, FD_CLOEXEC)
  fchmod(file, 0o600)
  return (file, String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self))
}

/// Syncs the folder of `path` to the disk, if the system supports that.
public func syncFolder(of path: String) {
  let folder = open(path.parentPath ?? ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard folder >= 0 else { return }
  fsync(folder)
  close(folder)
}

/// Returns the system's error message for an `errno`.
public func systemErrorMessage(_ code: Int32 = errno) -> String {
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
    guard let text = buffer.baseAddress, strerror_r(code, text, buffer.count) == 0 else {
      return "error \(code)"
    }
    return String(cString: text)
  }
}

// MARK: - Private files

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
  // Another program may create the folder at the same moment.
  guard mkdir(path, 0o700) == 0 || errno == EEXIST else { return false }
  grantOwnerFullAccess(path)
  return true
}

/// Restores the rights that the umask removed from a new folder. Does nothing if a link has taken its place.
private func grantOwnerFullAccess(_ path: String) {
  fchmodat(AT_FDCWD, path, 0o700, AT_SYMLINK_NOFOLLOW)
}

/// Waits until no other program holds the lock on a folder, and acquires it.
///
/// - Returns: The descriptor, or -1; `errno` has the reason. Closing the descriptor releases the lock.
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

// MARK: - Types and identities

/// Returns an explanation for a file that is not a regular file, such as "it is a pipe, not a regular file".
///
/// - Parameter mode: The `st_mode` of the file.
public func fileTypeMismatch(_ mode: mode_t) -> String {
  "it is \(fileTypeName(mode)), not a regular file"
}

/// Returns the type of a file as a noun, such as "a pipe".
///
/// - Parameter mode: The `st_mode` of the file.
public func fileTypeName(_ mode: mode_t) -> String {
  switch mode & S_IFMT {
  case S_IFREG: "a regular file"
  case S_IFDIR: "a folder"
  case S_IFLNK: "a symbolic link"
  case S_IFIFO: "a pipe"
  case S_IFSOCK: "a socket"
  case S_IFCHR, S_IFBLK: "a device"
  default: "a special file"
  }
}

/// The identity of a file: its device and inode number. A file that replaces another one under the same name has a
/// different identity.
public struct FileIdentity: Hashable, Sendable {
  private let device: dev_t
  private let number: ino_t

  /// Creates the identity of the file at `path`, or returns `nil` if there is none or it cannot be inspected.
  public init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = status.st_dev
    number = status.st_ino
  }
}

// MARK: - Paths

/// Returns the path with all links resolved, or `nil` if it does not exist.
public func realPath(_ path: String) -> String? {
  guard let resolved = realpath(path, nil) else { return nil }
  defer { free(resolved) }
  return String(cString: resolved)
}

/// Returns the names of the files in a folder; empty if it cannot be read.
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
