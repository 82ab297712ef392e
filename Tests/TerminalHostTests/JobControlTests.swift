import Glibc
import SystemTestSupport
import Testing

struct JobControlTests {
  @Test(.needs("bash")) func stopsAndComesBackUnderAShell() throws {
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
  func `stopped by a signal from outside, it gives the terminal back`()
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
  func withoutAShellThereIsNothingToStopFor(key: String) throws {
    // A session leader's group is orphaned: the kernel drops the stop, and the program goes on.
    let session = try PtySession()
    try session.wait(for: "PROBE")
    session.type(key)
    try session.wait(for: "suspended resumed")
    session.type("q")
    #expect(session.finish() == (0, 0))
    #expect(session.isRestored)
  }

  @Test func stoppedFromOutsideItPaintsAgain() throws {
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
