import ClientsLive
import Files
import Glibc

/// A script that is being written, line by line: what was written is there whatever happens next.
public final class ScriptWriter {
  private let file: UnsafeMutablePointer<FILE>
  private let path: String
  /// Why it was not written to its end, if so.
  public private(set) var failure: String?

  /// Makes the file, for its owner alone: it says what somebody did, and has what they typed.
  ///
  /// - Throws: ``ScriptFileError``, also where there is such a file already.
  public init(path: String) throws(ScriptFileError) {
    let descriptor = makePrivateFile(path)
    guard descriptor >= 0, let file = fdopen(descriptor, "w") else {
      throw ScriptFileError(path: path, doing: "written", reason: systemErrorMessage())
    }
    self.file = file
    self.path = path
  }

  deinit { fclose(file) }

  /// Deletes the file, of a session that could not begin.
  public func discard() { unlink(path) }

  /// Adds lines, each with its end.
  public func write(_ text: String) {
    guard failure == nil else { return }
    let bytes = Array(text.utf8)
    if fwrite(bytes, 1, bytes.count, file) != bytes.count || fflush(file) != 0 {
      failure = systemErrorMessage()
    }
  }
}
