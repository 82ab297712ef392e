import CTestSupport
import Glibc
import SystemTestSupport
import Testing

@testable import TerminalHost

struct JobControlTests {
  @Test(.needs("bash")) func `a job stops and continues under a shell`() throws {
    let shell = try PtySession(Tools.bash, ["--norc", "-i"], environment: ["HISTFILE="])
    try shell.wait(for: "prompt>")
    shell.type("\(PtySession.probe)\n")
    try shell.wait(for: "PROBE 80x24")

    shell.type("\u{1A}")
    let stopped = try shell.wait(for: "Stopped")
    #expect(shell.output.contains("\u{1B}[?1049l"))
    shell.type("fg\n")
    try shell.wait(for: "\u{1B}[?1049h", after: stopped)
    try shell.wait(for: "suspended resumed", after: stopped)

    let before = shell.position
    shell.type("q")
    try shell.wait(for: "prompt>", after: before)
    shell.type("echo code=$?; exit\n")
    try shell.wait(for: "code=0", after: before)
    #expect(shell.finish().code == 0)
  }

  @Test(.needs("bash"))
  func `a stop signal from outside restores the terminal`()
    throws
  {
    let shell = try PtySession(Tools.bash, ["--norc", "-i"], environment: ["HISTFILE="])
    try shell.wait(for: "prompt>")
    shell.type("\(PtySession.probe)\n")
    try shell.wait(for: "PROBE 80x24")
    let children = readFile("/proc/\(shell.pid)/task/\(shell.pid)/children") ?? ""
    let child = try #require(children.split(separator: " ").first.flatMap { pid_t($0) })
    for _ in 0..<TestSize.choose(test: 2, check: 2, torture: 200) {
      let before = shell.position
      kill(child, SIGTSTP)
      let stopped = try shell.wait(for: "Stopped", after: before)
      #expect(shell.screen.modes == ["2004"] || shell.screen.modes == [])
      shell.type("fg\n")
      try shell.wait(for: "suspended resumed", after: stopped)
    }
    let before = shell.position
    shell.type("q")
    try shell.wait(for: "prompt>", after: before)
    shell.type("exit\n")
    #expect(shell.finish().code == 0)
    #expect(shell.isRestored)
  }

  @Test(arguments: ["\u{1A}", "\u{1B}[122;5u"])
  func `without a shell, a stopped program continues at once`(key: String) throws {
    // A session leader's group is orphaned: the kernel ignores the stop, and the program continues.
    let session = try PtySession()
    try session.wait(for: "PROBE")
    session.type(key)
    try session.wait(for: "suspended resumed")
    session.type("q")
    #expect(session.finish() == (0, 0))
    #expect(session.isRestored)
  }

  @Test(.enabled(if: PtySession.canTrace, "programs may not be traced here"))
  func `a key typed after a stop has an instant after the stop`() throws {
    let session = try PtySession()
    try session.wait(for: "PROBE 80x24")
    try session.hold()
    // The program is stopped after the turn has read the clock, and before it reads a key.
    session.signal(SIGCONT)
    #expect(session.run(to: ctest_call_read))
    let before = LoopClock.Instant.now
    try session.typeWhileStopped("m")
    session.release()
    try session.wait(for: "ns")
    let shown = try #require(session.output.firstRange(of: "at="))
    let digits = session.output[shown.upperBound...].prefix { $0.isNumber }
    #expect(try #require(Int64(digits)) >= before.nanoseconds)
    session.type("q")
    #expect(session.finish() == (0, 0))
  }

  @Test func `after a stop from outside, the screen is painted again`() throws {
    let session = try PtySession()
    try session.wait(for: "PROBE")
    let before = session.position
    session.signal(SIGSTOP)
    session.signal(SIGCONT)
    try session.wait(for: "PROBE 80x24", after: before)
    session.type("q")
    #expect(session.finish() == (0, 0))
  }
}
