import SystemTestSupport
import Testing

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

  // With three, the dynamic linker can't load the program's libraries.
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
  func `a session without a thread ends with one line`(arguments: [String]) throws {
    let session = try PtySession(
      try #require(Tools.path(of: "strace")),
      ["-f", "-o", "/dev/null", "-e", "inject=clone,clone3:error=EAGAIN", Program.path]
        + arguments,
      environment: ["HOME=\(folder.path)", "XDG_DATA_HOME=\(folder.path)"])
    #expect(session.finish() == (1, 0))
    #expect(
      session.output
        == "ladder: no thread can be started (Resource temporarily unavailable); end other programs, "
        + "or raise the limits on processes and memory\r\n")
    #expect(session.isRestored)
  }

  @Test(
    .needs("strace", "true"),
    .enabled(if: NoShellTests.canTrace, "processes may not be traced here"),
    arguments: ["eventfd2", "timerfd_create"])
  func `a session without an event loop ends with one line`(call: String) throws {
    let session = try PtySession(
      try #require(Tools.path(of: "strace")),
      ["-f", "-o", "/dev/null", "-e", "inject=\(call):error=ENFILE", Program.path],
      environment: ["HOME=\(folder.path)", "XDG_DATA_HOME=\(folder.path)"])
    #expect(session.finish() == (1, 0))
    #expect(
      session.output
        == "ladder: the system has no event descriptors for another program; end other programs and "
        + "start again\r\n")
    #expect(session.isRestored)
  }

  @Test func `limits above the minimum are enough`() {
    for limit in ["-n 40", "-s 512"] {
      for outcome in run(limit).dropFirst() { #expect(outcome.exitCode == 0, "\(outcome.errors)") }
    }
  }
}
