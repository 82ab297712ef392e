import Glibc

/// A temporary folder for one test, deleted with its contents at deinitialization.
package final class TestFolder: Sendable {
  package let path: String

  package init() {
    var template = Array("/tmp/ladder-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { fatalError("no temporary folder: error \(errno)") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for name in contents { unlink("\(path)/\(name)") }
    for name in contents { rmdir("\(path)/\(name)") }
    rmdir(path)
  }

  /// The names of its files, sorted.
  package var contents: [String] { folderContents(path) }

  /// Returns the contents of the file `name`, or `nil` if there is none.
  package func bytes(of name: String) -> [UInt8]? { readBytes("\(path)/\(name)") }

  /// Returns the contents of the file `name`, or an empty string if there is none.
  package func text(of name: String) -> String {
    String(decoding: bytes(of: name) ?? [], as: UTF8.self)
  }

  package func write(_ bytes: [UInt8], to name: String) {
    let file = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard file >= 0, Glibc.write(file, bytes, bytes.count) == bytes.count else {
      fatalError("cannot write \(name): error \(errno)")
    }
    close(file)
  }

  package func write(_ text: String, to name: String) { write(Array(text.utf8), to: name) }

  /// Returns the permission bits of `name`, or of the folder itself.
  package func mode(of name: String = ".") -> mode_t? {
    var status = stat()
    return stat("\(path)/\(name)", &status) == 0 ? status.st_mode & 0o777 : nil
  }
}
