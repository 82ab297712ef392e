import ClientsLive
import Files
import Glibc

/// A writer of a script, line by line: each line is in the file immediately, even if the program crashes later.
public final class ScriptWriter {
  private let file: UnsafeMutablePointer<FILE>
  private let path: String
  /// The reason why writing failed, if it did.
  public private(set) var failure: String?

  /// Creates the file, readable by its owner only, because it contains the user's actions and input.
  ///
  /// - Throws: ``ScriptFileError``, also if the file exists already.
  public init(path: String) throws(ScriptFileError) {
    let descriptor = makePrivateFile(path)
    guard descriptor >= 0, let file = fdopen(descriptor, "w") else {
      throw ScriptFileError(path: path, operation: "written", reason: systemErrorMessage())
    }
    self.file = file
    self.path = path
  }

  deinit { fclose(file) }

  /// Deletes the file of a session that failed to start.
  public func discard() { unlink(path) }

  /// Appends lines, each with its newline.
  public func write(_ text: String) {
    guard failure == nil else { return }
    let bytes = Array(text.utf8)
    if fwrite(bytes, 1, bytes.count, file) != bytes.count || fflush(file) != 0 {
      failure = systemErrorMessage()
    }
  }
}
