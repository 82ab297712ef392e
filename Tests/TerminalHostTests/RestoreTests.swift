import Glibc
import SystemTestSupport
import Testing

/// Every way out leaves the terminal as it was found.
@Suite(.timeLimit(.minutes(2))) struct RestoreTests {
  @Test func quit() throws {
    let session = try PtySession()
    try session.wait(for: "PROBE 80x24")
    #expect(!session.isRestored)
    session.type("q")
    #expect(session.finish() == (0, 0))
    #expect(session.isRestored)
  }

  @Test func anErrorIsToldAfterTheTerminalIsBack() throws {
    let session = try PtySession()
    try session.wait(for: "PROBE")
    session.type("e")
    #expect(session.finish() == (3, 0))
    #expect(session.isRestored)
    #expect(session.output.hasSuffix("it failed\r\n"))
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT]) func signals(signal: Int32) throws {
    let session = try PtySession(PtySession.probe, ["--run"])
    try session.wait(for: "ticking")
    session.signal(signal)
    #expect(session.finish() == (-1, signal))
    #expect(session.isRestored)
  }

  @Test(arguments: [("f", [SIGILL, SIGTRAP]), ("v", [SIGSEGV]), ("r", [SIGSEGV, SIGBUS])])
  func crashes(key: String, signals: [Int32]) throws {
    let session = try PtySession()
    try session.wait(for: "PROBE")
    session.type(key)
    let (_, signal) = session.finish()
    #expect(signals.contains(signal), "ended by \(signal)")
    #expect(session.isRestored)
  }

  @Test func anAbort() throws {
    let session = try PtySession()
    try session.wait(for: "PROBE")
    session.signal(SIGABRT)
    #expect(session.finish() == (-1, SIGABRT))
    #expect(session.isRestored)
  }

  @Test func aTerminalThatGoesAwayEndsTheProgram() throws {
    let session = try PtySession(PtySession.probe, ["--run"])
    try session.wait(for: "ticking")
    session.closeTerminal()
    #expect(session.finish() == (-1, SIGHUP))
  }

  @Test func aSecondSignalDoesNotWait() throws {
    let session = try PtySession(PtySession.probe, ["--stubborn"])
    try session.wait(for: "PROBE")
    session.signal(SIGTERM)
    session.signal(SIGINT)
    let (_, signal) = session.finish()
    #expect([SIGTERM, SIGINT].contains(signal))
    #expect(session.isRestored)
  }

  @Test func aTerminalThatDoesNotReadIsNoReasonToHang() throws {
    let session = try PtySession(PtySession.probe, ["--run"])
    // Nothing is read, so the terminal is soon full; keys are heard all the same.
    var nothing = pollfd(fd: -1, events: 0, revents: 0)
    poll(&nothing, 1, 1500)
    session.type("q")
    _ = session.waitForEnd()
    #expect(session.finish().code == 0)
    #expect(session.isRestored)
  }
}
