import ClientsLive
import Files
import Glibc
import Models

/// An error in writing a file.
struct FileError: Error, CustomStringConvertible {
  var path: String
  /// The reason, by default the system's error message.
  var reason = systemErrorMessage()

  var description: String {
    "cannot write \(path.escapedText) (\(reason)); choose another place"
  }
}

/// Writes a file atomically. A pipe or a device is opened and written to.
///
/// - Throws: ``FileError``, also for a pipe without a reader.
func writeTextFile(_ text: String, to path: String) throws {
  var status = stat()
  let isThere = stat(path, &status) == 0
  // If standard output is a file, `/dev/stdout` is a link to it, which must not be replaced.
  if isThere, let output = [STDOUT_FILENO, STDERR_FILENO].first(where: { status.isFile(of: $0) }) {
    guard writeAll(Array(text.utf8)[...], to: output) else { throw FileError(path: path) }
    return
  }
  guard isThere, status.st_mode & S_IFMT != S_IFREG else {
    return try replaceTextFile(text, at: path)
  }
  let file = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
  guard file >= 0 else {
    throw errno == ENXIO && status.st_mode & S_IFMT == S_IFIFO
      ? FileError(path: path, reason: "no program reads from this pipe") : FileError(path: path)
  }
  defer { close(file) }
  // Only the opening must not block. Writing waits for the reader.
  _ = fcntl(file, F_SETFL, O_WRONLY)
  guard writeAll(Array(text.utf8)[...], to: file) else { throw FileError(path: path) }
}

/// Writes a file atomically. A file or a link at the path is replaced.
///
/// - Throws: ``FileError``.
func replaceTextFile(_ text: String, at path: String) throws {
  let temporaryPath = "\(path).\(getpid())~"
  let file = open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
  guard file >= 0 else { throw FileError(path: path) }
  defer { close(file) }
  guard writeAll(Array(text.utf8)[...], to: file), rename(temporaryPath, path) == 0 else {
    let error = FileError(path: path)
    unlink(temporaryPath)
    throw error
  }
}

extension stat {
  /// Returns whether this is the status of the file that a descriptor refers to.
  fileprivate func isFile(of descriptor: Int32) -> Bool {
    var other = stat()
    return fstat(descriptor, &other) == 0 && other.st_dev == st_dev && other.st_ino == st_ino
  }
}
