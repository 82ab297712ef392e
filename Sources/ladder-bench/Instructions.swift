import Glibc

/// What callgrind counted for one operation, as it lies in a file.
enum InstructionFile {
  /// What is written into the file beside the count; made before counting begins, as that takes instructions too.
  static func label(_ name: String, _ size: Int, operations: Int) -> [CChar] {
    Array("\(name) \(size) \(operations)".utf8CString)
  }

  struct Figure {
    var name: String
    var size: Int
    var instructions: Double
  }

  /// Reads a file that has a ``label(_:_:operations:)``; `nil` for any other.
  static func read(_ text: String) -> Figure? {
    let mark = "desc: Trigger: Client Request: "
    let lines = text.split(separator: "\n")
    guard
      let words = lines.first(where: { $0.hasPrefix(mark) })?.dropFirst(mark.count)
        .split(separator: " "),
      words.count == 3, let size = Int(words[1]), let operations = Double(words[2]),
      let total = lines.first(where: { $0.hasPrefix("summary: ") })
        .flatMap({ Double($0.dropFirst("summary: ".count)) })
    else { return nil }
    return Figure(name: String(words[0]), size: size, instructions: total / operations)
  }
}

/// Runs this program once more, under callgrind, to have instructions counted.
enum Callgrind {
  /// The word that has this program count and print nothing.
  static let word = "--count-instructions"

  /// - Returns: Nothing where there is no valgrind.
  static func figures() -> [InstructionFile.Figure] {
    var template = Array("/tmp/ladder-bench-XXXXXX\0".utf8CString.dropLast())
    guard mkdtemp(&template) != nil else { return [] }
    let folder = String(
      decoding: template.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer { remove(folder) }
    // Debian's valgrind gives up on the debug information that Swift writes.
    let program = "\(folder)/ladder-bench"
    run(["strip", "--strip-debug", "-o", program, CommandLine.arguments[0]])
    run([
      "valgrind", "--quiet", "--tool=callgrind", "--callgrind-out-file=\(folder)/out",
      "--log-file=\(folder)/log", program, word,
    ])
    return files(in: folder).compactMap {
      text(of: "\(folder)/\($0)").flatMap(InstructionFile.read)
    }
  }

  private static func run(_ words: [String]) {
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    arguments.append(nil)
    var child: pid_t = 0
    guard posix_spawnp(&child, words[0], nil, nil, arguments, environ) == 0 else { return }
    var status: CInt = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
  }

  private static func files(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }

  private static func text(of path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = fread(&chunk, 1, chunk.count, file)
      if count == 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += chunk.prefix(count)
    }
  }

  private static func remove(_ folder: String) {
    for name in files(in: folder) { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }
}
