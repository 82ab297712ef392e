import Glibc

/// A file in the making: it has a name of its own until it is whole, and then takes the one it is made for.
///
/// Whatever happens in between leaves what had that name alone. A program that is killed leaves a draft behind, which
/// `ladder doctor` knows by its name.
final class DraftFile {
  /// Where it is now.
  let path: String
  private let target: String
  private let file: Int32
  /// A link to it in the data folder, by which `ladder doctor` finds it wherever it is.
  private let note: String?

  /// What stands between the name it is made for and six letters of chance.
  static let mark = ".part-"

  /// What SQLite puts beside a database.
  static let companions = ["-wal", "-shm", "-journal"]

  /// - Parameters:
  ///   - target: The name it is made for; a draft is made in the same folder, with the mode 0600.
  ///   - folder: The data folder, where the draft may be outside of it. A folder that cannot be written to gets no note.
  /// - Throws: ``BackupError``.
  init(for target: String, notedIn folder: DataFolder? = nil) throws(BackupError) {
    self.target = target
    guard let draft = Self.make(for: target) else {
      throw .failed(path: target, reason: systemReason())
    }
    (file, path) = draft
    note = folder.flatMap { [path] in Self.note(of: path, in: $0) }
  }

  /// Makes a link to a draft.
  ///
  /// - Returns: Where it is; `nil` where there can be none.
  private static func note(of path: String, in folder: DataFolder) -> String? {
    guard let resolved = realPath(path) else { return nil }
    let note = "\(folder.path)/\(noteName)\(mark)\(path.suffix(6))"
    return symlink(resolved, note) == 0 ? note : nil
  }

  /// The beginning of the names of notes.
  static let noteName = "ladder-backup"

  /// Makes an empty file beside `target`, with the mode 0600.
  ///
  /// - Returns: Its descriptor and where it is; `nil` where there can be none, and `errno` says why.
  static func make(for target: String) -> (file: Int32, path: String)? {
    // The letters of chance are put in the place of the Xs.
    var template = Array("\(target)\(mark)XXXXXX".utf8CString)
    let file = mkstemp(&template)
    guard file >= 0 else { return nil }
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    fchmod(file, 0o600)
    return (file, String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self))
  }

  /// Makes `bytes` all that is in the file at `target`, and the folder it is in where that is missing.
  ///
  /// - Returns: Zero, or the `errno` that says why it is as it was.
  static func write(_ bytes: [UInt8], to target: String) -> Int32 {
    guard
      let folder = target.parentPath, makePrivateFolder(folder),
      let (file, draft) = make(for: target)
    else { return errno }
    let isWritten = writeAll(bytes[...], to: file) && fsync(file) == 0
    var code = errno
    close(file)
    if isWritten {
      if rename(draft, target) == 0 { return 0 }
      code = errno
    }
    unlink(draft)
    return code
  }

  deinit {
    close(file)
    unlink(path)
    for companion in Self.companions { unlink(path + companion) }
    // Last, so that a kill before it leaves nothing unknown.
    if let note { unlink(note) }
  }

  /// Fills it with what is in the file at `source`.
  ///
  /// - Throws: ``BackupError``.
  func fill(from source: String) throws(BackupError) {
    // Without waiting, should a pipe have that name.
    let input = open(source, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard input >= 0 else { throw .failed(path: source, reason: systemReason()) }
    defer { close(input) }
    var status = stat()
    guard fstat(input, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .failed(path: source, reason: "not a file")
    }
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(input, &part, part.count)
      if count == 0 { return }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .failed(path: source, reason: systemReason()) }
      try write(part[..<count])
    }
  }

  private func write(_ bytes: ArraySlice<UInt8>) throws(BackupError) {
    guard writeAll(bytes, to: file) else {
      throw .failed(path: target, reason: systemReason())
    }
  }

  /// Gives it the name it is made for, once the disk has all of it.
  ///
  /// - Parameter replacing: Whether it takes the place of what has that name.
  /// - Throws: ``BackupError``; nothing has changed then.
  func publish(replacing: Bool = false) throws(BackupError) {
    guard fsync(file) == 0 else { throw .failed(path: target, reason: systemReason()) }
    if replacing {
      guard rename(path, target) == 0 else {
        throw .failed(path: target, reason: systemReason())
      }
    } else {
      try takeFreeName()
    }
    syncFolder(of: target)
  }
}

extension DraftFile {
  private func takeFreeName() throws(BackupError) {
    // Unlike a rename this fails where the name is taken.
    if link(path, target) == 0 {
      unlink(path)
      return
    }
    // Not every file system lets a file have two names.
    let hasNoLinks = errno == EPERM || errno == EOPNOTSUPP
    if hasNoLinks, access(target, F_OK) != 0, rename(path, target) == 0 { return }
    throw errno == EEXIST || hasNoLinks && access(target, F_OK) == 0
      ? .isThere(path: target) : .failed(path: target, reason: systemReason())
  }
}

/// Writes all of `bytes`, however many at a time.
///
/// - Returns: Whether it could; `errno` says why not.
package func writeAll(_ bytes: ArraySlice<UInt8>, to file: Int32) -> Bool {
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
package func readAll(of file: Int32, atMost limit: Int) -> [UInt8]? {
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

/// Waits until the disk has the names in the folder of `path`, where the system can do that.
func syncFolder(of path: String) {
  let folder = open(path.parentPath ?? ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard folder >= 0 else { return }
  fsync(folder)
  close(folder)
}

/// The system's words for what went wrong last.
func systemReason(_ code: Int32 = errno) -> String { String(cString: strerror(code)) }
