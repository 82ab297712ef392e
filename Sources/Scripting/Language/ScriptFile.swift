import ClientsLive
import Files
import Glibc
import Models

/// A reader of script files, and of the goldens they are compared with.
public enum ScriptFile {
  /// Returns the text of a file.
  ///
  /// - Parameters:
  ///   - maxBytes: The maximum size of the file.
  ///   - isPipeAllowed: Whether it may be a pipe or a device, which blocks until it has data.
  /// - Throws: ``ScriptFileError``.
  public static func text(
    of path: String, atMost maxBytes: Int, isPipeAllowed: Bool = false
  ) throws(ScriptFileError) -> String {
    // Nonblocking, in case a pipe has that name.
    let file = open(path, O_RDONLY | O_CLOEXEC | (isPipeAllowed ? 0 : O_NONBLOCK))
    guard file >= 0 else { throw failure(path) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw failure(path) }
    guard isPipeAllowed || status.st_mode & S_IFMT == S_IFREG else {
      throw ScriptFileError(path: path, reason: fileTypeMismatch(status.st_mode))
    }
    guard let bytes = readAll(of: file, maxBytes: maxBytes) else {
      throw errno == EFBIG ? ScriptBudget.tooManyBytes(path) : failure(path)
    }
    guard let text = String(validating: bytes, as: UTF8.self), !text.contains("\0") else {
      throw ScriptFileError(path: path, reason: "it is not UTF-8 text")
    }
    return text
  }

  private static func failure(_ path: String) -> ScriptFileError {
    ScriptFileError(path: path, reason: systemErrorMessage())
  }
}
