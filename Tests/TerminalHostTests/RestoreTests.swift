import CTestSupport
import Glibc
import SystemTestSupport
import Testing

/// Tests that every kind of exit restores the terminal.
struct RestoreTests {
  @Test func `quitting restores the terminal`() throws {
    let session = try PtySession()
    try session.wait(for: "PROBE 80x24")
    #expect(!session.isRestored)
    session.type("q")
    #expect(session.finish() == (0, 0))
    #expect(session.isRestored)
  }

  @Test func `an error is printed after the terminal is restored`() throws {
    let session = try PtySession()
    try session.wait(for: "PROBE")
    session.type("e")
    #expect(session.finish() == (3, 0))
    #expect(session.isRestored)
    #expect(session.output.hasSuffix("it failed\r\n"))
  }

  private static let allSignals = [
    SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGPOLL,
    SIGPWR, SIGSTKFLT, SIGXCPU, 34, 64,
  ]

  @Test(arguments: TestSize.choose(test: [SIGTERM], check: allSignals))
  func `a signal restores the terminal`(signal: Int32) throws {
    let session = try PtySession(PtySession.probe, ["--run"])
    try session.wait(for: "ticking")
    session.signal(signal)
    #expect(session.finish() == (-1, signal))
    #expect(session.isRestored)
  }

  private static let allCrashes = [
    ("f", [SIGILL, SIGTRAP]), ("v", [SIGSEGV]), ("r", [SIGSEGV, SIGBUS]),
  ]

  @Test(
    arguments: TestSize.choose(
      test: Array(allCrashes[..<1]), check: allCrashes))
  func `a crash restores the terminal`(key: String, signals: [Int32]) throws {
    let session = try PtySession()
    try session.wait(for: "PROBE")
    session.type(key)
    let (_, signal) = session.finish()
    #expect(signals.contains(signal), "ended by \(signal)")
    #expect(session.isRestored)
  }

  @Test func `an abort restores the terminal`() throws {
    let session = try PtySession()
    try session.wait(for: "PROBE")
    session.signal(SIGABRT)
    #expect(session.finish() == (-1, SIGABRT))
    #expect(session.isRestored)
  }

  @Test func `a terminal that disappears ends the program`() throws {
    let session = try PtySession(PtySession.probe, ["--run"])
    try session.wait(for: "ticking")
    session.closeTerminal()
    #expect(session.finish() == (-1, SIGHUP))
  }

  @Test func `a second signal ends the program at once`() throws {
    let session = try PtySession(PtySession.probe, ["--stubborn"])
    try session.wait(for: "PROBE")
    session.signal(SIGTERM)
    session.signal(SIGINT)
    let (_, signal) = session.finish()
    #expect([SIGTERM, SIGINT].contains(signal))
    #expect(session.isRestored)
  }

  @Test(arguments: TestSize.choose(test: [SIGTERM], check: [SIGTERM, SIGHUP, SIGALRM, 34]))
  func `a signal ends a program that computes and never handles it`(signal: Int32) throws {
    let session = try PtySession()
    try session.wait(for: "PROBE")
    try session.freeze(by: "L")
    session.signal(signal)
    #expect(session.finish() == (-1, signal))
    #expect(session.isRestored)
    #expect(
      session.output.contains(
        "terminal-probe: ended by a signal because it did not respond; saved workouts are safe"))
  }

  @Test func `a second signal ends a program that waits and never handles the first`() throws {
    let session = try PtySession()
    try session.wait(for: "PROBE")
    try session.freeze(by: "P")
    session.signal(SIGTERM)
    // The second signal is repeated, because signals that arrive together count as one. An ended process has no VmRSS.
    for _ in 0..<400 where session.kernelStatusNumber("VmRSS") != nil {
      session.signal(SIGINT)
      session.rest(milliseconds: 50)
    }
    #expect(session.finish() == (-1, SIGINT))
    #expect(session.isRestored)
  }

  @Test(.checkOnly) func `a signal ends a program that waits and never handles it`() throws {
    let session = try PtySession()
    try session.wait(for: "PROBE")
    try session.freeze(by: "P")
    session.signal(SIGTERM)
    #expect(session.finish() == (-1, SIGTERM))
    #expect(session.isRestored)
  }

  @Test func `a crash while the terminal does not read still ends a truncated sequence`() throws {
    let session = try PtySession(PtySession.probe, ["--run"])
    try session.fillByResizing()
    session.signal(SIGABRT)
    _ = session.waitForEnd()
    #expect(session.finish() == (-1, SIGABRT))
    #expect(session.isRestored)
  }

  @Test(.enabled(if: PtySession.canTrace, "programs may not be traced here"))
  func `a terminal that is full at the start shows the frame later`() throws {
    // The terminal is filled between two system calls, after raw mode is set and before the first output; in cooked
    // mode it would accept fewer bytes. Then the program runs until it waits. If the kernel frees space late, by moving
    // bytes on, the terminal is filled again.
    func filled() throws -> PtySession {
      let session = try PtySession(isTraced: true)
      while !session.hasChangedModes { try #require(session.run(steps: 1) { false } == 1) }
      session.fill()
      try #require(session.run(to: ctest_call_ppoll))
      return session
    }
    var session = try filled()
    while !session.isFull { session = try filled() }
    session.release()
    try session.wait(for: "PROBE 80x24")
    session.type("q")
    #expect(session.finish() == (0, 0))
    #expect(session.isRestored)
  }

  @Test(.checkOnly, .enabled(if: PtySession.canTrace, "programs may not be traced here"))
  func `frames that the terminal does not read do not accumulate`() throws {
    let session = try PtySession()
    try session.fillByResizing()
    // The program tries to send 80 KB a hundred times in one turn. The terminal accepts only one of the texts.
    try session.hold()
    try session.typeWhileStopped("g")
    session.run(steps: .max) { true }
    session.release()
    session.resize(90, 30)
    try session.wait(for: "PROBE 90x30")
    // One text, and up to two more if the kernel has freed space in the meantime.
    #expect((1...3).contains(session.output.ranges(of: "\u{1B}]52;c;").count))
    session.type("q")
    #expect(session.finish() == (0, 0))
    #expect(session.isRestored)
  }

  @Test func `a terminal that does not read does not block the exit`() throws {
    let session = try PtySession(PtySession.probe, ["--run"])
    // Output is not read, but keys are still handled.
    try session.fillByResizing()
    session.type("q")
    _ = session.waitForEnd()
    #expect(session.finish().code == 0)
    #expect(session.isRestored)
  }
}

extension PtySession {
  /// Makes the probe perform an endless operation.
  fileprivate func freeze(by key: String) throws {
    let start = position
    type(key)
    // The probe rings the bell first.
    try wait(for: "\u{7}", after: start)
  }

  /// Reads the first frame, then makes the program paint unread frames until the terminal is full.
  fileprivate func fillByResizing() throws {
    /// An exiting program discards output for which the terminal has no room. On a busy machine the kernel may not have
    /// moved a single byte by then: without this wait, the sequences that set up the terminal would be discarded too.
    try wait(for: "PROBE 80x24")
    var columns: Int32 = 80
    func resize() -> Bool {
      columns = columns == 80 ? 300 : 80
      self.resize(columns, 100)
      // Bytes that have been moved on are not discarded, and may end anywhere in a sequence.
      return hasUnread && isFull
    }
    try wait(until: resize, "full terminal", isReading: false, every: 1)
  }
}

/// Tests of a signal between any two system calls of a start and of an exit. A traced program stops at each of them, so
/// the tests do not depend on timing.
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

  @Test func `a signal at any moment of a start is handled`() throws {
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

  /// Returns a program that is about to read the key that makes it exit.
  private func exitingSession() throws -> PtySession {
    let session = try PtySession()
    try session.wait(for: "PROBE 80x24")
    try session.hold()
    try session.typeWhileStopped("q")
    return session
  }

  @Test func `a signal at any moment of an exit is handled`() throws {
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
