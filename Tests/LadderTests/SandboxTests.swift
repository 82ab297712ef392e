import CTestSupport
import SystemTestSupport
import Testing

/// Tests of the sandbox for commands that read untrusted files.
@Suite(.enabled(if: ctest_has_sandbox() != 0, "the system has no Landlock"))
struct SandboxTests {
  private let folder = TestFolder()

  @Test func `a confined process writes only to its paths`() {
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
  func `a command is confined before it opens the file`(arguments: [String], name: String) throws {
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
