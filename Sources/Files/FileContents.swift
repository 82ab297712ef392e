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
  var part = [UInt8](repeating: 0, count: 1 << 14)
  while true {
    let count = read(file, &part, part.count)
    if count == 0 { return bytes }
    if count < 0 {
      if errno == EINTR { continue }
      return nil
    }
    bytes += part[..<count]
    guard bytes.count <= maxBytes else {
      errno = EFBIG
      return nil
    }
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
