import ClientsLive
import Files
import Glibc
import Models
import Scripting
import TerminalUI

/// A folder to which the screenshots of a script are written, or with which they are compared.
@MainActor
final class ShotFolder {
  private let path: String
  private let isComparing: Bool
  /// The remaining limits for files to compare.
  private var budget: ScriptBudget
  /// The file names of the screenshots that differ.
  private(set) var mismatches = ProblemList<String>()

  /// Creates the folder if it doesn't exist.
  ///
  /// - Throws: ``FileError`` if the folder can't be created.
  init(path: String, isComparing: Bool, _ budget: ScriptBudget) throws {
    self.path = path
    self.budget = budget
    self.isComparing = isComparing
    guard !isComparing, mkdir(path, 0o777) != 0, errno != EEXIST else { return }
    throw FileError(path: path)
  }

  /// Writes a screenshot or compares it. A link at its path is replaced.
  ///
  /// - Throws: ``FileError``, also for a pipe or a device at its path; `ScriptFileError` if the files to compare exceed
  ///   the limits of a script.
  func saveOrCompare(_ shot: Shot, _ frame: Buffer) throws {
    let file = "\(path)/\(shot.fileName)"
    let contents = shot.contents(of: frame)
    if isComparing {
      // A larger file differs, so it isn't read completely.
      let size = contents.utf8.count
      try budget.spend(bytes: size, on: file)
      if (try? ScriptFile.text(of: file, atMost: size)) != contents {
        mismatches.append(shot.fileName)
      }
      return
    }
    var status = stat()
    if lstat(file, &status) == 0, ![S_IFREG, S_IFLNK].contains(status.st_mode & S_IFMT) {
      throw FileError(path: file, reason: fileTypeMismatch(status.st_mode))
    }
    try replaceTextFile(contents, at: file)
  }
}

// MARK: - Text file

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
