/// A file in which callgrind has written the instructions of an operation.
enum InstructionFile {
  /// Returns the label of a measurement in the file. It is created before counting begins, because creating it takes
  /// instructions.
  static func label(_ name: String, _ size: Int, operations: Int) -> [CChar] {
    Array("\(name) \(size) \(operations)".utf8CString)
  }

  struct Figure {
    var name: String
    var size: Int
    var instructions: Double
  }

  /// Parses the text of a file.
  ///
  /// - Returns: `nil` if there is no ``label(_:_:operations:)``.
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

/// A runner of this program under callgrind, to count instructions.
enum Callgrind {
  /// The option that makes this program count instructions and print nothing.
  static let option = "--count-instructions"

  /// Counts the instructions of groups of benchmarks.
  ///
  /// - Returns: An empty array if valgrind isn't installed.
  static func figures(of groups: [BenchGroup]) throws -> [InstructionFile.Figure] {
    let folder = try TemporaryFolder()
    // Debian's valgrind can't read Swift's debug information.
    let program = "\(folder.path)/ladder-bench"
    Subprocess.run(["strip", "--strip-debug", "-o", program, CommandLine.arguments[0]])
    Subprocess.run(
      [
        "valgrind", "--quiet", "--tool=callgrind", "--callgrind-out-file=\(folder.path)/out",
        "--log-file=\(folder.path)/log", program, option,
      ] + groups.map(\.rawValue))
    // Only the header is needed. The costs of functions follow, in megabytes of text.
    return folder.contents.compactMap {
      InstructionFile.read(folder.text(of: $0, bytes: 4096))
    }
  }
}
