import SystemTestSupport
import Testing

/// Tests of data on a file system without locks.
@Suite(
  .needs("strace", "true"),
  .enabled(if: NoShellTests.canTrace, "processes may not be traced here"))
struct WithoutLocksTests {
  @Test func `a file system without locks is not another program`() throws {
    let folder = TestFolder()
    let traced = Program(
      environment: ["LADDER_DATA": folder.path],
      path: try #require(Tools.path(of: "strace")))
    let outcome = traced.run([
      "-f", "-o", "/dev/null", "-e", "trace=fcntl", "-e", "inject=fcntl:error=ENOLCK", Program.path,
      "log", "plank-hold", "--time", "01:00",
    ])
    #expect(outcome.exitCode == 1)
    #expect(
      outcome.errors
        == "ladder: \(folder.path)/ladder.db is on a file system without locks; start its lock "
        + "service (for NFS, rpc.statd), or choose a folder on a local disk with --data\n")
  }
}
