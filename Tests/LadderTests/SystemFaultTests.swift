import SystemTestSupport
import Testing

/// Tests of system calls that fail in a command. `scripts/torture/faults.sh` tries all calls of several commands.
@Suite(
  .needs("strace", "true"),
  .enabled(if: NoShellTests.canTrace, "processes may not be traced here"))
struct SystemFaultTests {
  private let folder = TestFolder()

  init() throws {
    let log = ["log", "plank-hold", "--time", "01:00"]
    try #require(Program(environment: environment).run(log).exitCode == 0)
  }

  private var environment: [String: String] { ["LADDER_DATA": folder.path, "LADDER_USER": "Ann"] }

  /// Runs a command while system calls fail.
  ///
  /// - Parameters:
  ///   - fault: The calls, as `CALL:error=ERROR:when=NUMBER`.
  ///   - files: The names of the files for which the calls fail; empty for all files.
  private func run(
    _ arguments: [String], _ fault: String, files: [String] = []
  ) throws -> Program.Outcome {
    Program(environment: environment, path: try #require(Tools.path(of: "strace"))).run(
      ["-f", "-o", "/dev/null", "-e", "inject=\(fault)"]
        + files.flatMap { ["-P", "\(folder.path)/\($0)"] } + [Program.path] + arguments)
  }

  @Test func `a folder that moves while its path is resolved causes no crash`() throws {
    for call in 1...TestSize.choose(test: 12, check: 40, torture: 100) {
      let outcome = try run(["history"], "readlink:error=ENOENT:when=\(call)")
      #expect(outcome.exitCode == 0, "call \(call): \(outcome.errors)")
    }
  }

  @Test(arguments: ["", "+"])
  func `a failed read is not reported as damage`(laterCalls: String) throws {
    var failures = 0
    for call in 1...TestSize.choose(test: 10, check: 30, torture: 100) {
      let outcome = try run(
        ["history"], "pread64:error=EIO:when=\(call)\(laterCalls)", files: ["ladder.db"])
      if outcome.exitCode != 0 {
        failures += 1
        #expect(
          outcome.errors.hasPrefix("ladder: disk error while using \(folder.path)/ladder.db (")
            && outcome.errors.hasSuffix("); check the disk and try again\n"),
          "call \(call): \(outcome.errors)")
      }
    }
    #expect(failures > 0)
  }

  @Test(arguments: ["", "+"])
  func `a lock that the system refuses is reported as a failed lock`(laterCalls: String) throws {
    var failures = 0
    for call in 1...8 {
      let outcome = try run(
        ["history"], "fcntl:error=ENOLCK:when=\(call)\(laterCalls)",
        files: ["ladder.db", "ladder.db-shm"])
      if outcome.exitCode != 0 {
        failures += 1
        #expect(
          outcome.errors
            == "ladder: \(folder.path)/ladder.db could not be locked (No locks available); try again; "
            + "if it is on a network drive, check that drive's lock service\n",
          "call \(call): \(outcome.errors)")
      }
    }
    #expect(failures > 0)
  }
}
