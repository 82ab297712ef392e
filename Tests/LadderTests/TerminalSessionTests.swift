import Clients
import FoundationEssentials
import Glibc
import Models
import SQLite
import SystemTestSupport
import Testing

@testable import ClientsLive

/// Tests of the program in a pseudo-terminal and in real time. They wait for expected output, and only rarely for a fixed
/// time.
@Suite(.serialized)
struct TerminalSessionTests {
  let folder = TestFolder()

  func start(_ arguments: [String] = [], columns: Int32 = 80, rows: Int32 = 24) throws -> PtySession
  {
    try PtySession(
      PtySession.path(of: "ladder"), ["--as", "Ann", "--data", folder.path] + arguments,
      columns: columns, rows: rows)
  }

  func history() throws -> [Workout] {
    let stores = try #require(try Connection.openExisting(in: DataFolder(path: folder.path)))
    defer { stores.close() }
    let person = try #require(PersonName("Ann"))
    return try stores.workouts.history(of: person, challenge: nil, after: nil, limit: 10)
  }

  /// Opens the first challenge and starts it. The second `s` skips the countdown.
  ///
  /// - Returns: The time at which the keys were typed.
  @discardableResult
  func startWorkout(
    _ session: PtySession, keys: String = "ss"
  ) throws -> ContinuousClock.Instant {
    try session.wait(for: "Push-ups in 2 minutes")
    session.type("1\r")
    try session.wait(for: "Scored by")
    let asked = ContinuousClock.now
    session.type(keys)
    try session.wait(for: "REPS 0")
    return asked
  }

  /// Reads until the screen shows a number of reps.
  private func wait(forReps reps: Int, _ session: PtySession) throws {
    try session.wait(
      until: {
        session.screen.lines.contains { line in
          guard let label = line.range(of: "REPS ") else { return false }
          return Int(line[label.upperBound...].prefix { $0.isNumber }) == reps
        }
      }, "REPS \(reps)")
  }

  @Test func `a workout is counted, saved, ranked, and kept across a restart`() throws {
    let session = try start()
    let asked = try startWorkout(session, keys: "s")
    #expect(session.output.contains("Get ready"))
    #expect(session.output.contains("\u{7}"))
    let running = ContinuousClock.now
    for rep in 1...12 {
      session.type(" ")
      // Presses within the minimum gap would be ignored, so wait for longer than that after the rep was displayed.
      try wait(forReps: rep, session)
      session.rest(milliseconds: 260)
    }
    let stopped = ContinuousClock.now
    session.type("s")
    try session.wait(for: "Saved")
    let saved = ContinuousClock.now
    session.type("2")
    try session.wait(for: "You're 1st with 12 reps")
    session.type("q")
    #expect(session.finish() == (0, 0))
    #expect(session.isRestored)

    let workouts = try history()
    #expect(workouts.map(\.reps) == [12])
    let workout = try #require(workouts.first)
    #expect(workout.log.reps.milliseconds == workout.log.reps.milliseconds.sorted())
    #expect(Set(workout.log.reps.milliseconds).count == 12)
    // These bounds hold on slow machines too: the workout started before it appeared, and ended after the key press.
    #expect(workout.duration + .milliseconds(1) > stopped - running)
    #expect(workout.duration <= saved - asked - .seconds(3))

    let again = try start()
    try again.wait(for: "12 reps")
    again.type("3")
    try again.wait(for: "newest first")
    again.type("q")
    #expect(again.finish() == (0, 0))
  }

  @Test func `twelve key presses in one write count twelve reps`() throws {
    let session = try start()
    try startWorkout(session)
    session.type(String(repeating: " ", count: 12) + "s")
    try session.wait(for: "Saved")
    session.type("q")
    #expect(session.finish() == (0, 0))
    #expect(try history().map(\.reps) == [12])
  }

  @Test(.checkOnly) func `with key release events, even presses within the gap are counted`()
    throws
  {
    let session = try start()
    try session.wait(for: "\u{1B}[>7u")
    try startWorkout(session)
    for round in 1...6 {
      session.type(" ")
      try wait(forReps: round * 2 - 1, session)
      session.rest(milliseconds: 30)
      // The rep of the other key shows that the release was handled. An immediate press would be ignored as a bounce.
      session.type("\u{1B}[32;1:3u+\u{1B}[43;1:3u")
      try wait(forReps: round * 2, session)
      session.rest(milliseconds: 30)
    }
    session.type("s\u{1B}[115;1:3u")
    try session.wait(for: "Saved")
    session.type("\u{3}")
    #expect(session.finish() == (0, 0))
    #expect(session.isRestored)
    #expect(try history().map(\.reps) == [12])
  }

  @Test(.checkOnly) func `the kitty keyboard protocol is not requested if it is off`() throws {
    let session = try start(["--no-kitty"])
    try session.wait(for: "Push-ups in 2 minutes")
    session.type("q")
    #expect(session.finish() == (0, 0))
    #expect(!session.output.contains("\u{1B}[>7u") && !session.output.contains("\u{1B}[<u"))
  }

  @Test(.checkOnly) func `a leaderboard of 130 people can be scrolled and raced`()
    throws
  {
    let stores = try Connection.open(in: DataFolder(path: folder.path))
    for person in 0..<130 {
      let name = try #require(PersonName(person == 125 ? "Ann" : "p\(person)"))
      let reps = 200 - person
      let log = try #require(RepLog(milliseconds: (1...reps).map { UInt32($0 * 500) }))
      _ = try stores.workouts.finish(
        WorkoutDraft(
          id: UUID(), challenge: "pushups-2min", startedAt: Date(), duration: .seconds(120),
          log: WorkoutLog(reps: log)), by: name)
    }
    stores.close()
    let session = try start()
    try session.wait(for: "Push-ups in 2 minutes")
    session.type("2")
    try session.wait(for: "You're 126th with 75 reps")
    // Each page down moves to the last loaded entry.
    func showsLast() -> Bool {
      session.type("\u{1B}[6~")
      return session.screen.lines.contains { $0.contains("p129") }
    }
    try session.wait(until: showsLast, "p129", every: 100)
    #expect(session.screen.lines.contains { $0.contains("Ann (you)") })
    let before = session.position
    session.type("gs")
    try session.wait(for: "level with p129", after: before)
    session.type("\u{3}")
    #expect(session.finish() == (0, 0))
    #expect(session.isRestored)
  }

  @Test(.checkOnly) func `a stopped process shows the correct time when it continues`() throws {
    let session = try start()
    let asked = try startWorkout(session)
    session.signal(SIGSTOP)
    // Real time must pass while the process is stopped.
    session.rest(milliseconds: 500)
    session.signal(SIGCONT)
    session.type(" s")
    try session.wait(for: "Saved")
    let passed = ContinuousClock.now - asked
    session.type("q")
    _ = session.finish()
    let duration = try #require(try history().first).duration
    // The time during which the process was stopped counts once.
    #expect(duration >= .milliseconds(500))
    #expect(duration <= passed)
  }

  private static let signals = [SIGTERM, SIGHUP, SIGINT, SIGQUIT]

  @Test(arguments: TestSize.choose(test: [SIGTERM], check: signals))
  func `a signal saves the running workout`(signal: Int32) throws {
    let session = try start()
    try startWorkout(session)
    session.type("   p")
    try session.wait(for: "PAUSED")
    session.signal(signal)
    #expect(session.finish() == (-1, signal))
    #expect(session.isRestored)
    #expect(try history().map(\.reps) == [3])
  }

  @Test func `Ctrl-C saves the running workout and exits at once`() throws {
    let session = try start()
    try startWorkout(session)
    session.type("  \u{3}")
    #expect(session.finish() == (0, 0))
    #expect(session.isRestored)
    #expect(try history().map(\.reps) == [2])
  }

  @Test func `the running workout is saved when the terminal disappears`() throws {
    let session = try start()
    try startWorkout(session)
    session.type(" p")
    try session.wait(for: "PAUSED")
    session.closeTerminal()
    _ = session.finish()
    #expect(try history().map(\.reps) == [1])
  }

  @Test func `the reps of a running workout survive a kill`() throws {
    let session = try start()
    try startWorkout(session)
    session.type("    ")
    let stores = try #require(try Connection.openExisting(in: DataFolder(path: folder.path)))
    defer { stores.close() }
    let person = try #require(PersonName("Ann"))
    // The database thread writes the reps, so the condition is checked after each frame.
    try session.wait(
      until: { try stores.unfinished.all(of: person).first?.log.reps.count == 4 }, "4 reps on disk")
    session.signal(SIGKILL)
    _ = session.finish()
    #expect(try stores.unfinished.all(of: person).map(\.log.reps.count) == [4])

    let again = try start()
    try again.wait(for: "Resume")
    again.type("\r")
    try again.wait(for: "REPS 4")
    again.type("s")
    try again.wait(for: "Saved")
    again.type("q")
    #expect(again.finish() == (0, 0))
    #expect(try history().map(\.reps) == [4])
  }

  @Test(.checkOnly) func `a workout that runs in one program is not offered by another`() throws {
    let session = try start()
    try startWorkout(session)
    let other = try start()
    try other.wait(for: "Push-ups in 2 minutes")
    other.type("1\r")
    try other.wait(for: "Scored by")
    #expect(!other.output.contains("Resume"))
    other.type("q")
    #expect(other.finish() == (0, 0))
    session.type("\u{3}")
    #expect(session.finish() == (0, 0))
  }

  @Test(.checkOnly) func `the smallest terminals work`() throws {
    for (columns, rows) in [(1, 1), (10, 3), (20, 6), (40, 12)] as [(Int32, Int32)] {
      let session = try start(columns: columns, rows: rows)
      try session.wait(for: "\u{1B}[?1049h")
      session.type("\rs")
      session.resize(80, 24)
      try session.wait(for: "Get ready")
      session.type("\u{3}")
      #expect(session.finish() == (0, 0))
    }
  }

  @Test func `the demo exits with q and leaves no files`() throws {
    let session = try PtySession(
      PtySession.path(of: "ladder"), ["demo", "workout", "--data", folder.path],
      environment: ["TMPDIR=\(folder.path)"])
    try session.wait(for: "Ladder times your workouts")
    session.type("q")
    #expect(session.finish() == (0, 0))
    #expect(session.isRestored)
    #expect(folder.contents.isEmpty)
  }

  @Test(.checkOnly) func `frames are synchronized unless that is disabled`() throws {
    let synchronized = try start()
    try synchronized.wait(for: "Push-ups in 2 minutes")
    synchronized.type("q")
    _ = synchronized.finish()
    let parts = synchronized.output.split(separator: "\u{1B}[?2026h")
    #expect(parts.count > 1)
    #expect(parts.dropFirst().allSatisfy { $0.contains("\u{1B}[?2026l") })

    let plain = try start(["--no-sync"])
    try plain.wait(for: "Push-ups in 2 minutes")
    plain.type("q")
    _ = plain.finish()
    #expect(!plain.output.contains("\u{1B}[?2026h"))
  }

  @Test(.checkOnly) func `the mouse is enabled unless turned off, and disabled at the end`()
    throws
  {
    let session = try start()
    try session.wait(for: "Push-ups in 2 minutes")
    session.type("\u{1B}[<0;20;1M\u{1B}[<0;20;1m")
    try session.wait(for: "Nobody has done this")
    session.type("q")
    #expect(session.finish() == (0, 0))
    #expect(session.output.contains("\u{1B}[?1000h"))
    #expect(session.output.contains("\u{1B}[?1000l"))

    let plain = try start(["--no-mouse"])
    try plain.wait(for: "Push-ups in 2 minutes")
    plain.type("q")
    _ = plain.finish()
    #expect(!plain.output.contains("\u{1B}[?1000h"))
  }
}
