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
  static let option = "--count-instructions"

  /// - Parameter groups: The groups of benchmarks whose instructions are counted.
  /// - Returns: Nothing where there is no valgrind.
  static func figures(of groups: [BenchGroup]) throws -> [InstructionFile.Figure] {
    let folder = try TemporaryFolder()
    // Debian's valgrind gives up on the debug information that Swift writes.
    let program = "\(folder.path)/ladder-bench"
    Subprocess.run(["strip", "--strip-debug", "-o", program, CommandLine.arguments[0]])
    Subprocess.run(
      [
        "valgrind", "--quiet", "--tool=callgrind", "--callgrind-out-file=\(folder.path)/out",
        "--log-file=\(folder.path)/log", program, option,
      ] + groups.map(\.rawValue))
    // What is wanted stands at the top; below it are megabytes of what each function took.
    return folder.contents.compactMap {
      InstructionFile.read(folder.text(of: $0, bytes: 4096))
    }
  }
}
