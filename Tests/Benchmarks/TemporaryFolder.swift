import FoundationEssentials
import Glibc

/// A folder that is there for one measurement, with all that is put into it.
final class TemporaryFolder {
  let path: String

  /// - Parameter folder: Where it is made.
  /// - Throws: ``BenchError`` where there is no room for one.
  init(in folder: String = "/tmp") throws {
    // What takes the place of the last six letters is `mkdtemp`'s to say.
    var template = Array("\(folder)/ladder-bench-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw BenchError(
        "no folder in \(folder) can be made (\(String(cString: strerror(errno))))")
    }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The names in it.
  var contents: [String] { Self.names(in: path) }

  static func names(in path: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
  }

  /// What the file `name` holds, `nil` where there is none.
  func data(of name: String) -> Data? {
    try? Data(contentsOf: URL(filePath: "\(path)/\(name)"))
  }

  /// What the file `name` holds, or the first bytes of it; empty where there is none.
  func text(of name: String, bytes: Int = .max) -> String {
    data(of: name).map { String(decoding: $0.prefix(bytes), as: UTF8.self) } ?? ""
  }
}
