import Glibc

/// A folder that is there for one test, files and all.
final class Folder: Sendable {
  let path: String

  init() {
    var template = Array("/tmp/ladder-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { fatalError("no temporary folder: error \(errno)") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for name in contents { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  /// The names in it, sorted.
  var contents: [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  func bytes(of name: String) -> [UInt8] {
    let file = open("\(path)/\(name)", O_RDONLY)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(file, &part, part.count), count > 0 { bytes += part[..<count] }
    return bytes
  }

  func text(of name: String) -> String { String(decoding: bytes(of: name), as: UTF8.self) }

  func write(_ text: String, to name: String) {
    let file = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    var text = text
    let isWritten = text.withUTF8 { Glibc.write(file, $0.baseAddress, $0.count) == $0.count }
    guard isWritten else { fatalError("cannot write \(name): error \(errno)") }
    close(file)
  }
}
