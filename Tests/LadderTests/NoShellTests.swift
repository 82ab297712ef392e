import FoundationEssentials
import Glibc
import SystemTestSupport
import Testing

/// Tests that Ladder starts no program but the commands for cues, and those without a shell.
struct NoShellTests {
  /// The functions of the C library that start programs.
  private static let starters = [
    "system", "popen", "posix_spawn", "execl", "execle", "execlp", "execv",
    "execve", "execvp", "execvpe", "execveat", "fexecve", "fork", "vfork", "forkpty", "clone",
    "wordexp",
  ]

  /// Returns the symbols that a program imports from shared libraries.
  private func imports(of program: String) throws -> [String] {
    let nm = Program(environment: [:], path: try #require(Tools.path(of: "nm")))
    let outcome = nm.run(["--dynamic", "--undefined-only", "--format=posix", program])
    try #require(outcome.exitCode == 0, "\(outcome.errors)")
    return outcome.output.split(separator: "\n").map { line in
      // NAME@VERSION TYPE
      String(line.prefix { $0 != " " && $0 != "@" })
    }
  }

  @Test(.needs("nm"), .enabled(if: Sanitizer.environment.isEmpty, "a sanitizer imports them"))
  func `the program imports one function that starts another`() throws {
    let names = Set(try imports(of: Program.path))
    // The function for cues, which does not use a shell.
    #expect(names.contains("ppoll") && names.contains("posix_spawnp"))
    #expect(names.isDisjoint(with: Self.starters))
    #expect(!names.contains { $0.contains("10Foundation7Process") })
  }

  @Test(.needs("nm"), .enabled(if: Sanitizer.environment.isEmpty, "a sanitizer imports them"))
  func `a program that imports such a function is detected`() throws {
    let names = Set(try imports(of: "\(buildFolder)/ladder-bench"))
    #expect(!names.isDisjoint(with: Self.starters))
  }

  private static let strace = Tools.path(of: "strace")

  /// Whether a process may trace the system calls of another.
  static let canTrace: Bool = {
    guard let strace, let command = Tools.path(of: "true") else { return false }
    return Program(environment: [:], path: strace).run([command]).exitCode == 0
  }()

  @Test(
    .checkOnly, .needs("strace", "true"),
    .enabled(if: canTrace, "processes may not be traced here"),
    arguments: [
      ["history"], ["log", "plank-hold", "--time", "01:00"], ["--plain"], ["status"],
      ["demo", "workout", "--speed", "max"],
    ])
  func `a run makes no system call that starts a program`(arguments: [String]) throws {
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
