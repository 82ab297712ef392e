import Glibc

/// Writes all of `bytes`, however many at a time.
///
/// - Returns: Whether it could; `errno` says why not.
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
/// - Returns: `nil` where it cannot be read, or has more than `limit` bytes; `errno` says why.
public func readAll(of file: Int32, atMost limit: Int) -> [UInt8]? {
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
    guard bytes.count <= limit else {
      errno = EFBIG
      return nil
    }
  }
}

/// Makes `bytes` all that is in the file at `path`, by a draft that takes its name, and makes its folder where that is
/// missing.
///
/// - Returns: Zero, or the `errno` that says why the file is as it was.
public func replaceFile(at path: String, with bytes: [UInt8]) -> Int32 {
  guard
    let folder = path.parentPath, makePrivateFolder(folder),
    let (file, draft) = makeDraft(of: path)
  else { return errno }
  let isWritten = writeAll(bytes[...], to: file) && fsync(file) == 0
  var code = errno
  close(file)
  if isWritten {
    if rename(draft, path) == 0 { return 0 }
    code = errno
  }
  unlink(draft)
  return code
}

/// The part of a draft's name between the name that it is made for and six random letters.
public let draftMark = ".part-"

/// Makes an empty file beside `path`, with the mode 0600, under a name of its own.
///
/// - Returns: Its descriptor and its path; `nil` where there can be none, and `errno` says why.
public func makeDraft(of path: String) -> (file: Int32, path: String)? {
  // The random letters are put in the place of the Xs.
  var template = Array("\(path)\(draftMark)XXXXXX".utf8CString)
  let file = mkstemp(&template)
  guard file >= 0 else { return nil }
  _ = fcntl(file, F_SETFD, FD_CLOEXEC)
  fchmod(file, 0o600)
  return (file, String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self))
}

/// Waits until the disk has the names in the folder of `path`, where the system can do that.
public func syncFolder(of path: String) {
  let folder = open(path.parentPath ?? ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard folder >= 0 else { return }
  fsync(folder)
  close(folder)
}

/// Returns the system's words for an `errno`.
public func systemReason(_ code: Int32 = errno) -> String {
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
    guard let text = buffer.baseAddress, strerror_r(code, text, buffer.count) == 0 else {
      return "error \(code)"
    }
    return String(cString: text)
  }
}
