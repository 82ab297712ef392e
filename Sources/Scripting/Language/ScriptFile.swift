import ClientsLive
import Files
import Glibc
import Models

/// Reads the text of scripts, and of the pictures that theirs are compared with.
public enum ScriptFile {
  /// - Parameters:
  ///   - maxBytes: The most that it may have.
  ///   - isPipeAllowed: Whether it may be a pipe or a device, too, which is waited for.
  /// - Throws: ``ScriptFileError``.
  public static func text(
    of path: String, atMost maxBytes: Int, isPipeAllowed: Bool = false
  ) throws(ScriptFileError) -> String {
    // Without waiting, should a pipe have that name.
    let file = open(path, O_RDONLY | O_CLOEXEC | (isPipeAllowed ? 0 : O_NONBLOCK))
    guard file >= 0 else { throw failure(path) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw failure(path) }
    guard isPipeAllowed || status.st_mode & S_IFMT == S_IFREG else {
      throw ScriptFileError(path: path, reason: "it is not a file")
    }
    guard let bytes = readAll(of: file, maxBytes: maxBytes) else {
      throw errno == EFBIG ? ScriptBudget.tooManyBytes(path) : failure(path)
    }
    guard let text = String(validating: bytes, as: UTF8.self), !text.contains("\0") else {
      throw ScriptFileError(path: path, reason: "it is no text in UTF-8")
    }
    return text
  }

  private static func failure(_ path: String) -> ScriptFileError {
    ScriptFileError(path: path, reason: systemErrorMessage())
  }
}
