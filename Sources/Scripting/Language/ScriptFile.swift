import Glibc
import Models

/// Reads the text of scripts, and of the pictures that theirs are compared with.
public enum ScriptFile {
  /// More than any script has.
  private static let longest = 16 << 20

  /// - Throws: ``ScriptFileError``.
  public static func text(of path: String) throws(ScriptFileError) -> String {
    guard let file = fopen(path, "re") else { throw failure(path) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&part, 1, part.count, file), count > 0 {
      bytes += part[..<count]
      guard bytes.count <= longest else {
        throw ScriptFileError(path: path, reason: "it is longer than any script")
      }
    }
    guard ferror(file) == 0 else { throw failure(path) }
    guard let text = String(validating: bytes, as: UTF8.self), !text.contains("\0") else {
      throw ScriptFileError(path: path, reason: "it is no text in UTF-8")
    }
    return text
  }

  private static func failure(_ path: String) -> ScriptFileError {
    ScriptFileError(path: path, reason: String(cString: strerror(errno)))
  }
}
