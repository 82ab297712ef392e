import Glibc
import SystemTestSupport
import Testing

/// Tests of a signal between any two system calls of a start and of an exit. A traced program stops there, so that
/// the moments do not depend on timing.
@Suite(
  .serialized, .checkOnly,
  .enabled(if: PtySession.canTrace, "programs may not be traced here"))
struct SignalMomentTests {
  private static let fatalSignals = [
    SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGALRM, SIGXCPU, 34, 64,
  ]
  private static let nonfatalSignals = [SIGTSTP, SIGCONT, SIGWINCH]

  /// The number of system calls from the first instruction to the first frame.
  private func momentsOfStart() throws -> Int {
    let session = try PtySession(isTraced: true)
    defer { session.release() }
    return session.run(until: "PROBE 80x24")
  }

  @Test func `a signal at any moment of a start`() throws {
    let moments = try momentsOfStart()
    let signals = Self.fatalSignals + Self.nonfatalSignals
    let rounds = TestSize.choose(test: 12, check: 12, torture: moments * signals.count)
    for round in 0..<rounds {
      let signal = signals[round % signals.count]
      let session = try PtySession(isTraced: true)
      let moment = moments * round / rounds
      session.run(steps: moment, until: "PROBE 80x24")
      session.signal(signal)
      session.release()
      if Self.nonfatalSignals.contains(signal) {
        try session.wait(for: "PROBE 80x24")
        session.type("q")
        #expect(session.finish() == (0, 0), "signal \(signal) at \(moment)")
      } else {
        #expect(session.finish() == (-1, signal), "at \(moment)")
      }
      #expect(session.isRestored, "signal \(signal) at \(moment)")
    }
  }

  /// Returns a program that is about to read the key that ends it.
  private func exitingSession() throws -> PtySession {
    let session = try PtySession()
    try session.wait(for: "PROBE 80x24")
    try session.hold()
    try session.typeWhileStopped("q")
    return session
  }

  @Test func `a signal at any moment of an exit`() throws {
    let moments = try exitingSession().run(steps: .max) { false }
    let signals = Self.fatalSignals + Self.nonfatalSignals
    let rounds = TestSize.choose(test: 12, check: 12, torture: moments * signals.count)
    for round in 0..<rounds {
      let signal = signals[round % signals.count]
      let session = try exitingSession()
      let moment = moments * round / rounds
      session.run(steps: moment) { false }
      session.signal(signal)
      session.release()
      let expected: (Int32, Int32) = Self.nonfatalSignals.contains(signal) ? (0, 0) : (-1, signal)
      #expect(session.finish() == expected, "signal \(signal) at \(moment)")
      #expect(session.isRestored, "signal \(signal) at \(moment)")
    }
  }

  @Test func `a resize during a start takes effect`() throws {
    let moments = try momentsOfStart()
    let rounds = TestSize.choose(test: 6, check: 6, torture: moments)
    for round in 0..<rounds {
      let session = try PtySession(isTraced: true)
      session.run(steps: moments * round / rounds, until: "PROBE 80x24")
      session.resize(90, 30)
      session.release()
      try session.wait(for: "PROBE 90x30")
      session.type("q")
      #expect(session.finish() == (0, 0))
    }
  }

  @Test func `an ignored hang-up signal stays ignored`() throws {
    let session = try PtySession("/bin/sh", ["-c", "trap '' HUP; exec \(PtySession.probe)"])
    try session.wait(for: "PROBE 80x24")
    session.signal(SIGHUP)
    session.type("n")
    try session.wait(for: "fixed")
    session.type("q")
    #expect(session.finish() == (0, 0))
  }

  @Test func `an impossible size is ignored`() throws {
    let session = try PtySession(columns: -1, rows: 24)
    try session.wait(for: "PROBE 1000x24")
    session.resize(2, -1)
    try session.wait(for: "\u{1B}[1000;1H")
    session.type("q")
    #expect(session.finish() == (0, 0))
  }
}
