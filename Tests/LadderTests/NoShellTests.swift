import FoundationEssentials
import Glibc
import SystemTestSupport
import Testing

/// Nothing that Ladder does is done by another program, and least of all by a shell.
struct NoShellTests {
  /// Ways to start another program, in Swift and in C.
  private static let ways = [
    "system", "popen", "posix_spawn", "posix_spawnp", "execl", "execle", "execlp", "execv",
    "execve",
    "execvp", "execvpe", "fexecve", "fork", "vfork", "forkpty", "wordexp", "Process", "dlopen",
  ]

  /// What is no part of the program.
  private static let others = [
    "ladder-bench/", "terminal-probe/", "CTestSupport/", "CSystem/pty.c",
  ]

  @Test func `no source of the program starts another one`() throws {
    let tests = try #require(#filePath.firstRange(of: "/Tests/"))
    let root = #filePath[..<tests.lowerBound] + "/Sources/"
    let paths = try FileManager.default.subpathsOfDirectory(atPath: String(root))
      .filter { path in [".swift", ".c", ".h"].contains { path.hasSuffix($0) } }
      .filter { path in !Self.others.contains { path.hasPrefix($0) } }
    #expect(paths.count > 400)
    for path in paths {
      let text = try #require(readFile(root + path))
      // Most sources have none of the words; only those that do are read line by line.
      let isSuspicious = (Self.ways + ["csys_pty_spawn"]).contains { strstr(text, $0) != nil }
      guard isSuspicious else { continue }
      for line in text.split(separator: "\n") {
        let code = line.drop(while: \.isWhitespace)
        guard !code.hasPrefix("//"), !code.hasPrefix("///") else { continue }
        let calls = Self.ways.filter { Self.isCalled($0, in: code) }
        #expect(calls.isEmpty, "\(path): \(code)")
        // A terminal for a test's program, which `CSystem/pty.c` has for tests and benchmarks.
        let spawns = code.contains("csys_pty_spawn") && !path.hasPrefix("CSystem/include/")
        #expect(!spawns, "\(path): \(code)")
      }
    }
  }

  @Test(arguments: ["system(x)", "Process()", "  let pid = fork()"])
  func `what would go unnoticed is found`(line: String) {
    #expect(Self.ways.contains { Self.isCalled($0, in: line[...]) })
  }

  /// Whether a name stands by itself before a parenthesis.
  private static func isCalled(_ name: String, in line: Substring) -> Bool {
    var rest = line
    while let range = rest.firstRange(of: name + "(") {
      let before = rest[..<range.lowerBound].last
      if before?.isLetter != true, before?.isNumber != true, before != "_", before != "." {
        return true
      }
      rest = rest[range.upperBound...]
    }
    return false
  }

  private static let strace = Tools.path(of: "strace")

  /// Whether what a process asks of the system can be watched here.
  static let canWatch: Bool = {
    guard let strace, let command = Tools.path(of: "true") else { return false }
    return Program(environment: [:], path: strace).run([command]).exitCode == 0
  }()

  @Test(
    .checkOnly, .needs("strace", "true"),
    .enabled(if: canWatch, "processes may not be traced here"),
    arguments: [
      ["history"], ["log", "plank-hold", "--time", "01:00"], ["--plain"], ["status"],
      ["demo", "workout", "--speed", "max"],
    ])
  func `a run starts no program, as the system sees it`(arguments: [String]) throws {
    let folder = TestFolder()
    let calls = folder.path + "/calls"
    let traced = Program(
      environment: ["LADDER_DATA": folder.path + "/data", "LADDER_USER": "Ann", "TERM": "xterm"],
      path: try #require(Self.strace))
    let outcome = traced.run(
      ["-f", "-o", calls, "-e", "trace=execve,execveat,fork,vfork", Program.path] + arguments)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let lines = try #require(readFile(calls)).split(separator: "\n")
      .filter { $0.contains("exec") || $0.contains("fork(") }
    #expect(lines.count == 1, "\(lines)")
    unlinkAll(folder.path + "/data")
  }
}

private func unlinkAll(_ folder: String) {
  for name in folderContents(folder) {
    _ = try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
  }
  _ = try? FileManager.default.removeItem(atPath: folder)
}
