import FoundationEssentials
import Glibc

/// A temporary folder for a measurement, which is removed with its contents.
final class TemporaryFolder {
  let path: String

  /// Creates a folder.
  ///
  /// - Parameter folder: The parent folder.
  /// - Throws: ``BenchError`` if it can't be created.
  init(in folder: String = "/tmp") throws {
    // `mkdtemp` replaces the last six letters.
    var template = Array("\(folder)/ladder-bench-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw BenchError(
        "cannot create a folder in \(folder) (\(String(cString: strerror(errno))))")
    }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The names of the files in it.
  var contents: [String] { Self.names(in: path) }

  static func names(in path: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
  }

  /// Returns the contents of a file; `nil` if there is none.
  func data(of name: String) -> Data? {
    try? Data(contentsOf: URL(filePath: "\(path)/\(name)"))
  }

  /// Returns the text of a file, or of its first bytes; empty if there is no file.
  func text(of name: String, bytes: Int = .max) -> String {
    data(of: name).map { String(decoding: $0.prefix(bytes), as: UTF8.self) } ?? ""
  }
}
