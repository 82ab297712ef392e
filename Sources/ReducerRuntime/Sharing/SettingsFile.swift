import FoundationEssentials
import Glibc

/// The contents of a ``FileAppStorage``'s file, as they were last read.
struct SettingsFile {
  private(set) var values: [String: SettingsValue] = [:]
  private var version: Version?

  /// A version of the file, which is replaced with each change.
  private struct Version: Equatable {
    var inode: ino_t
    var size: off_t
    var seconds: Int
    var nanoseconds: Int

    init(_ status: stat) {
      (inode, size) = (status.st_ino, status.st_size)
      (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }
  }

  private enum Failure: Error, CustomStringConvertible {
    case system(String, Int32)
    case notAFile
    case tooLarge
    case damaged
    case locked

    var description: String {
      switch self {
      case .system(let call, let number): "\(call): \(String(cString: strerror(number)))"
      case .notAFile: "it is not a file"
      case .tooLarge: "it is larger than \(SettingsFile.maxSize >> 20) MB"
      case .damaged: "it is not a JSON object. It is kept, and default values apply"
      case .locked: "another process has locked it"
      }
    }
  }

  private static let maxSize: off_t = 16 << 20

  /// Reads the file if it has changed.
  ///
  /// - Throws: An error if the file exists but cannot be read. The values stay as they are.
  mutating func read(_ path: String) throws {
    // A FIFO without a writer must not block the program.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      if errno == ENOENT { return (values, version) = ([:], nil) }
      throw Failure.system("open", errno)
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw Failure.system("stat", errno) }
    if Version(status) == version { return }
    guard status.st_mode & S_IFMT == S_IFREG else { throw Failure.notAFile }
    guard status.st_size <= Self.maxSize else { throw Failure.tooLarge }
    var data = Data(count: Int(status.st_size))
    try data.withUnsafeMutableBytes { bytes in
      var count = 0
      while count < bytes.count {
        let read = Glibc.read(file, bytes.baseAddress! + count, bytes.count - count)
        if read < 0, errno == EINTR { continue }
        if read < 0 { throw Failure.system("read", errno) }
        if read == 0 { throw Failure.damaged }
        count += read
      }
    }
    if data.isEmpty { return (values, version) = ([:], Version(status)) }
    guard let read = try? JSONDecoder().decode([String: SettingsValue].self, from: data) else {
      throw Failure.damaged
    }
    (values, version) = (read, Version(status))
  }

  /// Changes values in the file, and keeps the others that it has now. A damaged file is kept under another name.
  ///
  /// - Throws: An error if the file could not be written. It is as it was.
  mutating func save(_ changes: [String: SettingsValue?], to path: String) throws {
    try FileManager.default.createDirectory(
      at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    let lock = try Self.lock(path + ".lock")
    defer { close(lock) }
    do {
      try read(path)
    } catch Failure.damaged {
      try Self.keepDamaged(path)
      (values, version) = ([:], nil)
    }
    var changed = values
    for (key, value) in changes { changed[key] = value }
    if changed == values, version != nil { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try Self.write(encoder.encode(changed), to: path)
    try read(path)
  }

  /// Returns a descriptor of the locked file at `path`. Closing it ends the lock.
  private static func lock(_ path: String) throws -> Int32 {
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard file >= 0 else { throw Failure.system("open", errno) }
    // Two seconds: another process holds the lock for as long as it writes.
    for _ in 0..<200 {
      if flock(file, LOCK_EX | LOCK_NB) == 0 { return file }
      guard errno == EWOULDBLOCK || errno == EINTR else { break }
      usleep(10_000)
    }
    close(file)
    throw Failure.locked
  }

  /// Gives the file at `path`, if there is one, a second name that no file has: `NAME.damaged-1`, `NAME.damaged-2`, …
  static func keepDamaged(_ path: String) throws {
    for number in 1...1000 {
      if link(path, "\(path).damaged-\(number)") == 0 || errno == ENOENT { return }
      guard errno == EEXIST else { break }
    }
    throw Failure.system("link", errno)
  }

  /// Replaces the file at `path`. The caller has the lock, so only one process uses the temporary file.
  private static func write(_ data: Data, to path: String) throws {
    let temporary = path + ".new"
    let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw Failure.system("open", errno) }
    do {
      defer { close(file) }
      try data.withUnsafeBytes { bytes in
        var count = 0
        while count < bytes.count {
          let written = Glibc.write(file, bytes.baseAddress! + count, bytes.count - count)
          if written < 0, errno == EINTR { continue }
          if written < 0 { throw Failure.system("write", errno) }
          count += written
        }
      }
      guard fsync(file) == 0 else { throw Failure.system("fsync", errno) }
      guard rename(temporary, path) == 0 else { throw Failure.system("rename", errno) }
    } catch {
      unlink(temporary)
      throw error
    }
  }
}
