import Files
import Glibc

/// A database file in the making: it has a name of its own until it is whole, and then takes the one it is made for.
///
/// What had that name stays as it is until then. A program that is killed leaves a draft behind, which its name tells
/// (`draftMark`).
public final class DraftFile {
  /// Where it is now.
  public let path: String
  private let target: String
  private let file: Int32
  /// A link to it, by which it is found wherever it is.
  private let note: String?

  /// The endings of what SQLite puts beside a database.
  public static let companions = ["-wal", "-shm", "-journal"]

  /// Makes an empty draft in the folder of `target`, with the mode 0600.
  ///
  /// - Parameters:
  ///   - target: The name it is made for.
  ///   - noteName: The path and the beginning of the name of a link to the draft, for a draft in a folder in which no one
  ///     would look for it. Where there can be no link, there is none.
  /// - Throws: ``BackupError``.
  public init(for target: String, notedAs noteName: String? = nil) throws(BackupError) {
    self.target = target
    guard let draft = makeDraft(of: target) else {
      throw .failed(path: target, reason: systemReason())
    }
    (file, path) = draft
    note = noteName.flatMap { [path] in Self.note(of: path, as: $0) }
  }

  /// Makes a link to a draft, which ends with the same letters.
  ///
  /// - Returns: Where it is; `nil` where there can be none.
  private static func note(of path: String, as name: String) -> String? {
    guard let resolved = realPath(path) else { return nil }
    let note = "\(name)\(draftMark)\(path.suffix(6))"
    return symlink(resolved, note) == 0 ? note : nil
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
  /// - Throws: ``BackupError``, also where that is no regular file.
  /// - Complexity: O(n) in the bytes.
  public func fill(from source: String) throws(BackupError) {
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
  public func publish(replacing: Bool = false) throws(BackupError) {
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
