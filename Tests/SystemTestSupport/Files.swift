import Glibc

/// Returns the contents of the file at `path`, or `nil` if there is none.
package func readFile(_ path: String) -> String? {
  readBytes(path).map { String(decoding: $0, as: UTF8.self) }
}

/// Returns the bytes of the file at `path`, or `nil` if there is none.
package func readBytes(_ path: String) -> [UInt8]? {
  guard let file = fopen(path, "r") else { return nil }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var part = [UInt8](repeating: 0, count: 65_536)
  while case let count = fread(&part, 1, part.count, file), count > 0 { bytes += part[..<count] }
  return bytes
}

/// Replaces the contents of the file at `path` with `text`.
package func writeFile(_ text: String, to path: String) { writeFile(Array(text.utf8), to: path) }

/// Replaces the contents of the file at `path` with `bytes`.
package func writeFile(_ bytes: [UInt8], to path: String) {
  guard let file = fopen(path, "w"), fwrite(bytes, 1, bytes.count, file) == bytes.count else {
    fatalError("cannot write \(path): error \(errno)")
  }
  fclose(file)
}

/// Returns the names in the folder at `path`, sorted; empty if there is no such folder.
package func folderContents(_ path: String) -> [String] {
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

/// Returns whether there is a file or a folder at `path`.
package func fileExists(_ path: String) -> Bool { access(path, F_OK) == 0 }

/// Creates the folder at `path`, and its parents.
package func makeFolders(_ path: String) {
  for (index, character) in zip(path.indices, path) where character == "/" {
    mkdir(String(path[..<index]), 0o777)
  }
  mkdir(path, 0o777)
}
