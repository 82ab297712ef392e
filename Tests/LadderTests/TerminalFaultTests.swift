import Clients
import Glibc
import Models
import SQLite
import SystemTestSupport
import Testing

@testable import ClientsLive

/// Tests of signals, crashes and terminal failures during a workout: no rep is lost, and the terminal is restored.
@Suite(.serialized)
struct TerminalFaultTests {
  private let folder = TestFolder()
  private let ann: PersonName

  init() throws { ann = try #require(PersonName("Ann")) }

  // MARK: Sessions

  private func start(
    columns: Int32 = 80, rows: Int32 = 24, isTraced: Bool = false
  ) throws -> PtySession {
    try PtySession(
      PtySession.path(of: "ladder"), ["--as", "Ann", "--data", folder.path],
      columns: columns, rows: rows, isTraced: isTraced)
  }

  /// Starts a session with a running workout, and waits until its reps are on disk.
  private func trainingSession(reps: Int) throws -> PtySession {
    let session = try start()
    try session.wait(for: "Push-ups in 2 minutes")
    session.type("1\r")
    try session.wait(for: "Scored by")
    session.type("ss")
    try session.wait(for: "REPS 0")
    session.type(String(repeating: " ", count: reps))
    try wait(untilStored: reps, session)
    return session
  }

  private func stores() throws -> Connection {
    try #require(try Connection.openExisting(in: DataFolder(path: folder.path)))
  }

  /// Waits until the running workout has a number of reps on disk, without reading from the terminal.
  private func wait(untilStored reps: Int, _ session: PtySession) throws {
    let stores = try stores()
    defer { stores.close() }
    try session.wait(
      until: { try stores.unfinished.all(of: ann).first?.log.reps.count == reps },
      "\(reps) reps on disk", isReading: false, every: 1)
  }

  /// Returns the reps of the saved workouts, and checks that no unfinished workout or heartbeat remains.
  private func savedReps() throws -> [Int] {
    let stores = try stores()
    defer { stores.close() }
    #expect(try stores.unfinished.all(of: ann).isEmpty)
    let workouts = try stores.workouts.history(of: ann, limit: 500)
    for workout in workouts {
      #expect(!fileExists("/dev/shm/ladder-\(geteuid())-\(workout.id.uuidString)"))
    }
    return workouts.map(\.reps)
  }

  private func deleteFiles() throws {
    for name in folder.contents { unlink("\(folder.path)/\(name)") }
  }

  // MARK: Signals

  private static let fatalSignals = [SIGTERM, SIGHUP, SIGINT, SIGQUIT]
  private static let nonfatalSignals = [SIGTSTP, SIGCONT, SIGWINCH]

  @Test(.checkOnly, .enabled(if: PtySession.canTrace, "programs may not be traced here"))
  func `the terminal is restored after a signal between any two system calls at startup`() throws {
    let first = try start(isTraced: true)
    let moments = first.run(until: "Push-ups in 2 minutes")
    first.release()
    first.signal(SIGTERM)
    _ = first.finish()
    let signals = Self.fatalSignals + Self.nonfatalSignals
    let rounds = TestSize.choose(test: 7, check: 7, torture: 500)
    for round in 0..<rounds {
      let signal = signals[round % signals.count]
      let moment = moments * round / rounds
      let session = try start(isTraced: true)
      session.run(steps: moment, until: "Push-ups in 2 minutes")
      session.signal(signal)
      session.release()
      if Self.nonfatalSignals.contains(signal) {
        try session.wait(for: "Push-ups in 2 minutes")
        session.type("q")
        #expect(session.finish() == (0, 0), "signal \(signal) at \(moment)")
      } else {
        #expect(session.finish() == (-1, signal), "at \(moment)")
      }
      #expect(session.isRestored, "signal \(signal) at \(moment)")
    }
  }

  @Test(.checkOnly, .enabled(if: PtySession.canTrace, "programs may not be traced here"))
  func `a signal between any two system calls around a rep loses no data`() throws {
    let signals = Self.fatalSignals + Self.nonfatalSignals
    let rounds = TestSize.choose(test: 7, check: 7, torture: 500)
    // Reading the key, counting the rep, saving and rendering take fewer system calls than this in total.
    let moments = 60
    for round in 0..<rounds {
      let signal = signals[round % signals.count]
      let moment = moments * round / rounds
      try deleteFiles()
      let session = try trainingSession(reps: 3)
      try session.hold()
      try session.typeWhileStopped("+")
      session.run(steps: moment) { false }
      let start = session.position
      session.signal(signal)
      session.release()
      if Self.nonfatalSignals.contains(signal) {
        // While the shell's terminal settings apply, Ctrl-C sends a signal.
        if signal == SIGTSTP { try session.wait(for: "\u{1B}[?1049h", after: start) }
        session.type("\u{3}")
        #expect(session.finish() == (0, 0), "signal \(signal) at \(moment)")
      } else {
        #expect(session.finish() == (-1, signal), "at \(moment)")
      }
      #expect(session.isRestored, "signal \(signal) at \(moment)")
      #expect(try savedReps() == [4], "signal \(signal) at \(moment)")
    }
  }

  /// Starts a session with a workout, and types the key that saves it and quits.
  private func quittingSession() throws -> PtySession {
    try deleteFiles()
    let session = try trainingSession(reps: 3)
    try session.hold()
    try session.typeWhileStopped("\u{3}")
    return session
  }

  @Test(.checkOnly, .enabled(if: PtySession.canTrace, "programs may not be traced here"))
  func `a signal between any two system calls of an exit loses no data`() throws {
    let moments = try quittingSession().run(steps: .max) { false }
    let signals = Self.fatalSignals + Self.nonfatalSignals
    let rounds = TestSize.choose(test: 7, check: 7, torture: 500)
    for round in 0..<rounds {
      let signal = signals[round % signals.count]
      let session = try quittingSession()
      // The number of system calls depends on the other thread, so the program may exit before `moment`.
      let moment = moments * round / rounds
      session.run(steps: moment) { false }
      let hasEnded = session.hasEnded
      session.signal(signal)
      session.release()
      let expected: (Int32, Int32) =
        hasEnded || Self.nonfatalSignals.contains(signal) ? (0, 0) : (-1, signal)
      #expect(session.finish() == expected, "signal \(signal) at \(moment)")
      #expect(session.isRestored, "signal \(signal) at \(moment)")
      #expect(try savedReps() == [3], "signal \(signal) at \(moment)")
    }
  }

  // MARK: Terminals

  @Test(.checkOnly) func `closing the terminal without a signal saves the workout`() throws {
    let program = PtySession.path(of: "ladder")
    for _ in 0..<TestSize.choose(test: 1, check: 1, torture: 100) {
      try deleteFiles()
      let session = try PtySession(
        "/bin/sh", ["-c", "trap '' HUP; exec \(program) --as Ann --data \(folder.path)"])
      try session.wait(for: "Push-ups in 2 minutes")
      session.type("1\r")
      try session.wait(for: "Scored by")
      session.type("ss")
      try session.wait(for: "REPS 0")
      session.type("   ")
      try wait(untilStored: 3, session)
      session.closeTerminal()
      #expect(session.finish() == (-1, SIGHUP))
      #expect(try savedReps() == [3])
    }
  }

  @Test(.checkOnly) func `a terminal that does not read loses no rep, and memory does not grow`()
    throws
  {
    let session = try trainingSession(reps: 2)
    let before = try #require(session.kernelStatusNumber("VmRSS"))
    var size: Int32 = 0
    func resize() -> Bool {
      size += 1
      session.resize(150 + size % 50, 50)
      return session.isFull
    }
    try session.wait(until: resize, "full terminal", isReading: false, every: 1)
    for _ in 0..<TestSize.choose(test: 100, check: 100, torture: 2000) {
      _ = resize()
      session.rest(milliseconds: 1)
    }
    // In a torture run, the terminal doesn't read for five seconds.
    if TestSize.current == .torture { session.rest(milliseconds: 5000) }
    session.type("+")
    try wait(untilStored: 3, session)
    // Different keys, because presses of the same key could be filtered as key repeats.
    session.type("\r")
    try wait(untilStored: 4, session)
    #expect(session.isFull)
    session.resize(100, 30)
    let after = try #require(session.kernelStatusNumber("VmRSS"))
    #expect(after - before < 16 * 1024, "\(before) KB before, \(after) KB after")

    try session.wait(
      until: { session.linesSinceClear.contains { $0.contains("REPS 4") } }, "REPS 4")
    session.type("\u{3}")
    #expect(session.finish() == (0, 0))
    #expect(session.isRestored)
    #expect(try savedReps() == [4])
  }

  @Test(.checkOnly) func `after thousands of resizes the screen has the last size`() throws {
    let fresh = try start(columns: 132, rows: 43)
    try fresh.wait(for: "?2026l")
    let session = try start()
    try session.wait(for: "Push-ups in 2 minutes")
    let begin = ContinuousClock.now
    for round in 0..<Int32(TestSize.choose(test: 300, check: 300, torture: 10_000)) {
      session.resize(1 + round * 7 % 200, 1 + round * 3 % 60)
      // A torture run resizes once per millisecond for ten seconds. After a delay, it catches up.
      while TestSize.current == .torture, ContinuousClock.now < begin + .milliseconds(Int(round)) {
        session.rest(milliseconds: 1)
      }
      while session.read(0) {}
    }
    session.resize(132, 43)
    try session.wait(
      until: {
        while fresh.read(0) {}
        return session.linesSinceClear == fresh.linesSinceClear
      }, "same screen as in a fresh session")
    session.type("q")
    #expect(session.finish() == (0, 0))
    #expect(session.isRestored)
  }

  private static let sizes: [(Int32, Int32)] = [
    (1, 1), (2, 1), (1, 2), (5, 200), (500, 1), (1, 200), (39, 11), (500, 200),
  ]

  @Test(.checkOnly) func `every size is drawn, at startup and after a resize`() throws {
    let later = try start()
    try later.wait(for: "Push-ups in 2 minutes")
    for (columns, rows) in Self.sizes {
      let session = try start(columns: columns, rows: rows)
      try session.wait(for: "?2026l")
      session.type("q")
      #expect(session.finish() == (0, 0), "\(columns)x\(rows)")
      #expect(session.isRestored, "\(columns)x\(rows)")

      let before = later.position
      later.resize(columns, rows)
      try later.wait(for: "?2026l", after: before)
    }
    later.type("q")
    #expect(later.finish() == (0, 0))
    #expect(later.isRestored)
  }

  @Test(arguments: [nil, "", "dumb", "no-such-terminal"])
  func `in an unusable terminal, one line explains the remedy`(term: String?) throws {
    let session = try PtySession(
      PtySession.path(of: "ladder"), ["--as", "Ann", "--data", folder.path], term: term)
    #expect(session.finish() == (2, 0))
    let lines = session.output.split(separator: "\r\n")
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix("ladder: ") == true)
    #expect(lines.first?.contains("TERM=xterm-256color") == true)
    #expect(lines.first?.contains("ncurses-term") == (term == "no-such-terminal"))
    #expect(lines.first?.contains("\"ladder --plain\"") == true)
    #expect(session.isRestored)
  }

  @Test(.checkOnly) func `a session is recorded even when standard error is closed`()
    throws
  {
    let program = PtySession.path(of: "ladder")
    let session = try PtySession(
      "/bin/sh",
      [
        "-c",
        "exec \(program) --as Ann --data \(folder.path) --record \(folder.path)/s.ladder 2>&-",
      ])
    try session.wait(for: "Push-ups in 2 minutes")
    session.type("2")
    try session.wait(for: "Nobody has done this")
    // If the recording used the descriptor of standard error, messages at the end would be written into the recording.
    try session.wait(until: { folder.text(of: "s.ladder").contains("db ") }, "recording")
    session.type("q")
    #expect(session.finish() == (0, 0))
    #expect(folder.text(of: "s.ladder").contains("press 2\n"))
  }

  // MARK: Crashes

  @Test func `after a crash the workout is offered, and the report is mentioned`() throws {
    let session = try trainingSession(reps: 3)
    session.signal(SIGSEGV)
    #expect(session.finish() == (-1, SIGSEGV))
    #expect(session.isRestored)
    let path = "\(folder.path)/crash-report.txt"
    #expect(session.output.hasSuffix("A report without names is in \(path)\r\n"))
    let report = folder.text(of: "crash-report.txt")
    #expect(report.contains("\nversion: "))
    #expect(report.contains("\nschema: \(DatabaseFormat.ladder.version)\n"))
    #expect(report.contains("\nterminal: 80x24\n"))
    #expect(!report.contains("Ann") && !report.contains(folder.path))
    #expect(folder.mode(of: "crash-report.txt") == 0o600)

    let again = try start()
    try again.wait(for: "Resume")
    again.type("\r")
    try again.wait(for: "REPS 3")
    // The workout must last longer than it took to type three reps, or it would be judged impossible.
    again.rest(milliseconds: 600)
    again.type("s")
    try again.wait(for: "Saved")
    again.type("q")
    #expect(again.finish() == (0, 0))
    #expect(again.isRestored)
    #expect(
      again.output.hasSuffix(
        "ladder: an earlier run crashed; a report without names is in \(path), which you may delete\r\n"
      ))
    #expect(try savedReps() == [3])

    unlink(path)
    let last = try start()
    try last.wait(for: "3 reps")
    last.type("q")
    #expect(last.finish() == (0, 0))
    #expect(!last.output.contains("crashed"))
  }

  @Test(.checkOnly)
  func `the terminal is restored after a crash of the database thread, or of two threads`()
    throws
  {
    for round in 0..<TestSize.choose(test: 2, check: 2, torture: 100) {
      try deleteFiles()
      let session = try trainingSession(reps: 3)
      let other = try #require(session.threads.first { $0 != session.pid })
      session.signal(SIGABRT, thread: other)
      if round % 2 == 1 { session.signal(SIGABRT) }
      #expect(session.finish() == (-1, SIGABRT))
      #expect(session.isRestored)
      #expect(folder.text(of: "crash-report.txt").hasPrefix("Ladder crashed: SIGABRT"))
      let stores = try stores()
      defer { stores.close() }
      #expect(try stores.unfinished.all(of: ann).map(\.log.reps.count) == [3])
      for draft in try stores.unfinished.all(of: ann) { HeartbeatPage.remove(draft.id) }
    }
  }
}
