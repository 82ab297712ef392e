import ClientsLive
import Files
import Glibc
import Models

/// A file that cannot be written.
struct FileError: Error, CustomStringConvertible {
  var path: String
  /// The system's reason by default.
  var reason = systemErrorMessage()

  var description: String {
    "cannot write \(path.escapedText) (\(reason)); choose another place"
  }
}

/// Writes a file, whole or not at all. A pipe or a device is written to as it is, but a pipe is not waited for.
///
/// - Throws: ``FileError``.
func writeTextFile(_ text: String, to path: String) throws {
  var status = stat()
  let isThere = stat(path, &status) == 0
  // `/dev/stdout` is a link to a file where the output goes to one: the link must not be replaced.
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
  // Only opening must not wait; what reads may take its time.
  _ = fcntl(file, F_SETFL, O_WRONLY)
  guard writeAll(Array(text.utf8)[...], to: file) else { throw FileError(path: path) }
}

/// Writes a file, whole or not at all, in the place of the file or the link that has its name.
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
  /// Whether it is of the file that a descriptor has open.
  fileprivate func isFile(of descriptor: Int32) -> Bool {
    var other = stat()
    return fstat(descriptor, &other) == 0 && other.st_dev == st_dev && other.st_ino == st_ino
  }
}
