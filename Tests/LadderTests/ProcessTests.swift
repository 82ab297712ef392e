import CTestSupport
import FoundationEssentials
import Glibc
import ReducerRuntime
import Synchronization
import SystemTestSupport
import Testing

@testable import LadderCommands

/// Tests of resource limits: few descriptors and a small stack.
struct ResourceLimitTests {
  private let folder = TestFolder()

  private static let commands = [
    [], ["--plain"], ["history"], ["doctor"], ["play", "/dev/null", "--speed", "max"], ["demo"],
  ]

  /// Runs each command with a limit set by the shell.
  private func run(_ limit: String) -> [Program.Outcome] {
    Self.commands.map { arguments in
      let shell = Program(
        environment: ["HOME": folder.path, "TERM": "xterm-256color"], path: "/bin/sh")
      return shell.run(["-c", #"ulimit \#(limit); exec "$0" "$@""#, Program.path] + arguments)
    }
  }

  private func expectRefused(_ limit: String, _ line: String) {
    for (command, outcome) in zip(Self.commands, run(limit)) {
      #expect(
        outcome == Program.Outcome(output: "", errors: "ladder: \(line)\n", exitCode: 1),
        "\(command) with \(limit)")
    }
    #expect(folder.contents == [])
  }

  // With three descriptors, the dynamic linker can't load the program's libraries.
  @Test(arguments: [4, 6, 8, 10, 16])
  func `too few descriptors are reported in one line`(count: Int) {
    expectRefused(
      "-n \(count)",
      #"fewer than 20 more files can be opened; raise that limit with "ulimit -n 64" and start again"#
    )
  }

  @Test(arguments: [32, 64, 128, 256])
  func `a small stack is reported in one line`(kilobytes: Int) {
    expectRefused(
      "-s \(kilobytes)",
      #"the stack is limited to less than 512 KB; raise that limit with "ulimit -s 8192" and start again"#
    )
  }

  @Test(
    .needs("strace", "true"),
    .enabled(if: NoShellTests.canTrace, "processes may not be traced here"),
    arguments: [[], ["--plain"], ["start", "pushups-2min"]])
  func `a session that cannot start a thread ends with one line`(arguments: [String]) throws {
    let session = try PtySession(
      try #require(Tools.path(of: "strace")),
      ["-f", "-o", "/dev/null", "-e", "inject=clone,clone3:error=EAGAIN", Program.path]
        + arguments,
      environment: ["HOME=\(folder.path)", "XDG_DATA_HOME=\(folder.path)"])
    #expect(session.finish() == (1, 0))
    #expect(
      session.output
        == "ladder: no thread can be started (Resource temporarily unavailable); close other programs, "
        + "or raise the limits on processes and memory\r\n")
    #expect(session.isRestored)
  }

  @Test(
    .needs("strace", "true"),
    .enabled(if: NoShellTests.canTrace, "processes may not be traced here"),
    arguments: ["eventfd2", "timerfd_create"])
  func `a session that cannot create an event loop ends with one line`(call: String) throws {
    let session = try PtySession(
      try #require(Tools.path(of: "strace")),
      ["-f", "-o", "/dev/null", "-e", "inject=\(call):error=ENFILE", Program.path],
      environment: ["HOME=\(folder.path)", "XDG_DATA_HOME=\(folder.path)"])
    #expect(session.finish() == (1, 0))
    #expect(
      session.output
        == "ladder: the system has no event descriptors left; close other programs and "
        + "start again\r\n")
    #expect(session.isRestored)
  }

  @Test func `limits above the minimum are enough`() {
    for limit in ["-n 40", "-s 512"] {
      for outcome in run(limit).dropFirst() { #expect(outcome.exitCode == 0, "\(outcome.errors)") }
    }
  }
}

// MARK: - Sandbox

/// Tests of the sandbox for commands that read untrusted files.
@Suite(.enabled(if: ctest_has_sandbox() != 0, "the system has no Landlock"))
struct SandboxTests {
  private let folder = TestFolder()

  @Test func `a confined process writes only to the allowed paths`() {
    let other = TestFolder()
    other.write("kept", to: "existing")
    let abilities = ctest_confined_process(folder.path, other.path)
    #expect(abilities == Int32(CTEST_READS.rawValue | CTEST_WRITES_WHERE_ALLOWED.rawValue))
    #expect(other.contents == ["existing"] && other.text(of: "existing") == "kept")
    #expect(folder.contents == ["allowed"])
  }

  @Test(
    .needs("strace", "true"),
    .enabled(if: NoShellTests.canTrace, "processes may not be traced here"),
    arguments: [
      (["restore", "foreign"], "foreign"), (["play", "foreign"], "foreign"),
      (["play", "foreign", "--check", "--shots", "."], "foreign"), (["doctor"], "ladder.db"),
    ])
  func `a command is confined before it opens its file`(arguments: [String], name: String) throws {
    let file = "\(folder.path)/\(name)"
    folder.write("none", to: name)
    let calls = folder.path + "/calls"
    let traced = Program(
      environment: ["LADDER_DATA": folder.path, "TERM": "xterm"],
      path: try #require(Tools.path(of: "strace")))
    _ = traced.run(
      ["-f", "-o", calls, "-e", "trace=prctl,landlock_restrict_self,open,openat", Program.path]
        + arguments.map { $0 == name ? file : $0 })
    let lines = try #require(readFile(calls)).split(separator: "\n")
    let opened = try #require(lines.firstIndex { $0.contains("\"\(file)\"") })
    for call in ["prctl(PR_SET_SECCOMP", "landlock_restrict_self("] {
      let given = lines.firstIndex { $0.contains(call) && $0.hasSuffix("= 0") }
      #expect(given != nil && given! < opened, "\(call): \(lines.count) calls")
    }
  }
}

// MARK: - No shell

/// Tests that Ladder starts no programs except the commands for cues, which it starts without a shell.
struct NoShellTests {
  /// The functions of the C library that start programs.
  private static let spawnFunctions = [
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

  @Test(.needs("nm"), .enabled(if: Sanitizer.environment.isEmpty, "sanitizers start programs"))
  func `the program imports only one function that starts programs`() throws {
    let names = Set(try imports(of: Program.path))
    // Cues start commands with posix_spawnp, which does not use a shell.
    #expect(names.contains("ppoll") && names.contains("posix_spawnp"))
    #expect(names.isDisjoint(with: Self.spawnFunctions))
    #expect(!names.contains { $0.contains("10Foundation7Process") })
  }

  @Test(.needs("nm"), .enabled(if: Sanitizer.environment.isEmpty, "sanitizers start programs"))
  func `an import of a function that starts programs is detected`() throws {
    let names = Set(try imports(of: "\(buildFolder)/ladder-bench"))
    #expect(!names.isDisjoint(with: Self.spawnFunctions))
  }

  private static let strace = Tools.path(of: "strace")

  /// Whether a process may trace the system calls of another process.
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

// MARK: - Issue buffer

struct IssueBufferTests {
  private let places = Places()

  private final class Places: Sendable {
    private let all = Mutex<[String]>([])
    func add(_ place: String) { all.withLock { $0.append(place) } }
    var recorded: [String] { all.withLock { $0 } }
  }

  private func location(line: UInt) -> IssueLocation {
    IssueLocation(fileID: "Features/AppTab.swift", filePath: "/home/ann", line: line, column: 1)
  }

  @Test func `the report gets source locations, and the person sees the messages`() {
    let issues = IssueBuffer { [places] in places.add($0) }
    issues.append("An 'Effect.run' threw an error: Bob\u{1B}[31m", at: location(line: 12))
    #expect(places.recorded == ["Features/AppTab.swift:12"])
    let messages = issues.messages(nil)
    #expect(messages.count == 1)
    #expect(
      messages.first?.hasPrefix("ladder: Features/AppTab.swift:12: An 'Effect.run' threw") == true)
    #expect(messages.first?.contains("\u{1B}") == false)
  }

  @Test func `a repeated fault does not fill the memory`() {
    let issues = IssueBuffer { [places] in places.add($0) }
    for line in UInt(0)..<1000 { issues.append("again", at: location(line: line)) }
    #expect(places.recorded.count == 20)
    #expect(issues.messages(nil).count == 20)
  }
}
