import Glibc
import Models
import Scripting
import TerminalUI

/// A folder of pictures that scripts make, or that what they make is compared with.
@MainActor
final class ShotFolder {
  private let path: String
  private let isForChecking: Bool
  /// The pictures that are not as they were.
  private(set) var differing: [String] = []

  /// - Throws: ``FileError`` when there is no such folder, and none can be made.
  init(path: String, isForChecking: Bool) throws {
    self.path = path
    self.isForChecking = isForChecking
    guard !isForChecking, mkdir(path, 0o777) != 0, errno != EEXIST else { return }
    throw FileError(path: path, errno: errno)
  }

  /// Writes a picture, or compares it.
  ///
  /// - Throws: ``FileError``.
  func keep(_ shot: Shot, _ frame: Buffer) throws {
    let file = "\(path)/\(shot.fileName)"
    let contents = shot.contents(of: frame)
    if isForChecking {
      if (try? ScriptFile.text(of: file)) != contents { differing.append(shot.fileName) }
    } else {
      try writeTextFile(contents, to: file)
    }
  }
}

/// A file that cannot be written.
struct FileError: Error, CustomStringConvertible {
  var path: String
  var errno: Int32

  var description: String {
    "cannot write \(path.visibleText) (\(String(cString: strerror(errno)))); say another place"
  }
}

/// Writes a file, whole or not at all; what is no file, a pipe or a device, is written to as it is.
///
/// - Throws: ``FileError``.
func writeTextFile(_ text: String, to path: String) throws {
  var status = stat()
  let isPlain = stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
  let draft = isPlain ? "\(path).\(getpid())~" : path
  guard let file = fopen(draft, isPlain ? "wxe" : "we") else {
    throw FileError(path: path, errno: errno)
  }
  let bytes = Array(text.utf8)
  let isWritten = fwrite(bytes, 1, bytes.count, file) == bytes.count && fflush(file) == 0
  let code = errno
  fclose(file)
  guard isWritten, !isPlain || rename(draft, path) == 0 else {
    let code = isWritten ? errno : code
    if isPlain { unlink(draft) }
    throw FileError(path: path, errno: code)
  }
}
