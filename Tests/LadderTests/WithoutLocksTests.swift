import SystemTestSupport
import Testing

/// Tests of data on a file system without locks.
@Suite(
  .needs("strace", "true"),
  .enabled(if: NoShellTests.canTrace, "processes may not be traced here"))
struct WithoutLocksTests {
  @Test func `a file system without locks is not another program`() throws {
    let (folder, calls) = (TestFolder(), TestFolder())
    let traced = Program(
      environment: ["LADDER_DATA": folder.path],
      path: try #require(Tools.path(of: "strace")))
    func log(_ fault: String...) -> Program.Outcome {
      traced.run(
        ["-f", "-o", calls.path + "/calls", "-e", "trace=fcntl,clock_nanosleep"] + fault
          + [Program.path, "log", "plank-hold", "--time", "01:00"])
    }
    #expect(log().exitCode == 0)
    // Calls for other purposes succeed.
    let lines = calls.text(of: "calls").split(separator: "\n")
    let first = try #require(lines.firstIndex { $0.contains("F_SETLK") }) + 1
    let outcome = log("-e", "inject=fcntl:error=ENOLCK:when=\(first)+")
    #expect(outcome.exitCode == 1)
    #expect(
      outcome.errors
        == "ladder: \(folder.path)/ladder.db is on a file system without locks; start its lock "
        + "service (for NFS, rpc.statd), or choose a folder on a local disk with --data\n")
    // Nothing is worth waiting for.
    #expect(!calls.text(of: "calls").contains("clock_nanosleep"))
  }
}
