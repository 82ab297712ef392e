import Glibc
import Models
import SQLite
import SystemTestSupport
import Testing

@testable import ClientsLive

/// Tests in which one person runs two programs that use the same database.
@Suite(.serialized, .checkOnly)
struct TwoProgramsTests {
  private let folder = TestFolder()

  private func start() throws -> PtySession {
    let session = try PtySession(
      PtySession.path(of: "ladder"), ["--as", "Ann", "--data", folder.path],
      environment: ["XDG_CONFIG_HOME=\(folder.path)"])
    try session.wait(for: "Push-ups in 2 minutes")
    return session
  }

  @Test func `a correction keeps its text if another program has deleted the workout`() throws {
    let log = Program(environment: ["LADDER_DATA": folder.path, "LADDER_USER": "Ann"])
    #expect(log.run(["log", "pushups-2min", "--reps", "20"]).exitCode == 0)
    let (first, second) = (try start(), try start())
    for program in [first, second] {
      program.type("h")
      try program.wait(for: "Result")
    }
    // The note is the last field.
    first.type("e\u{1B}[Amine")
    try first.wait(for: "Started")
    second.type("d")
    try second.wait(for: "Deleted (u restores it)")
    first.type("\r")
    try first.wait(for: "another program has deleted what")
    first.type("\r")
    try first.wait(for: "Changed (u undoes it)")
    // The next key shows the change.
    let position = second.position
    second.type("k")
    try second.wait(for: "Push-ups in 2 minutes", after: position)
    #expect(log.run(["history"]).output.contains("mine"))
    for program in [first, second] {
      program.type("q")
      #expect(program.finish() == (0, 0))
    }
  }

  /// Reads output until the running workouts in the database have these numbers of reps.
  private func wait(until counts: [Int], _ session: PtySession) throws {
    let stores = try #require(try Connection.openExisting(in: DataFolder(path: folder.path)))
    defer { stores.close() }
    let ann = try #require(PersonName("Ann"))
    try session.wait(
      until: { try stores.unfinished.all(of: ann).map(\.log.reps.count).sorted() == counts },
      "\(counts) reps on disk")
  }

  @Test func `two programs train together, and see each other's workouts after a refresh`() throws {
    let first = try start()
    let second = try start()
    second.type("2")
    try second.wait(for: "Nobody has done this")

    first.type("\rss")
    try first.wait(for: "REPS 0")
    first.type("   ")
    try wait(until: [3], first)

    // The first program writes each rep of its running workout while the second saves a workout.
    second.type("1j\r")
    try second.wait(for: "Scored by")
    #expect(!second.output.contains("Resume this workout?"))
    second.type("ss")
    try second.wait(for: "REPS 0")
    second.type("  ")
    try wait(until: [2, 3], second)
    // Use different keys, because the same key might be taken for a key that is held down.
    first.type("+\r")
    try wait(until: [2, 5], first)
    second.type("s")
    try second.wait(for: "Saved")

    var position = second.position
    second.type("2\u{1B}[D")
    try second.wait(for: "Nobody has done this", after: position)
    // Five reps take longer than the typing did, so without this wait, the workout would be impossible.
    first.rest(milliseconds: 1100)
    first.type("s")
    try first.wait(for: "Saved")
    position = second.position
    second.type("r")
    try second.wait(for: "You're 1st with 5 reps", after: position)
    position = second.position
    second.type("3")
    try second.wait(for: "Push-ups in 2 minutes", after: position)
    second.type("q")
    #expect(second.finish() == (0, 0))

    // The first program shows the workout of the second.
    position = first.position
    first.type("3")
    try first.wait(for: "100 push-ups for time", after: position)
    first.type("q")
    #expect(first.finish() == (0, 0))
  }
}

// MARK: - Many programs

/// Tests in which one person runs several programs that write to the same database.
@Suite(.serialized, .checkOnly)
struct ManyProgramsTests {
  private let folder = TestFolder()

  @Test(arguments: [2, 5], TestSize.seeds(test: 1, check: 1, torture: 20))
  func `many programs train and log concurrently without losing a workout`(
    count: Int, round: UInt64
  ) throws {
    let people = try (0..<count).map { _ in try Trainee(in: folder) }
    for ann in people { try ann.start() }
    var logged: [Int] = []
    for round in 1...3 {
      // All programs write at the same time: no result is awaited until all keys are typed and `ladder log` is running.
      for (number, ann) in people.enumerated() { try ann.press(number + round) }
      let reps = 90 + round
      let log = try PtySession(
        PtySession.path(of: "ladder"),
        ["log", "pushups-2min", "--reps", "\(reps)", "--as", "Ann", "--data", folder.path])
      logged.append(reps)
      for ann in people { try ann.waitUntilStored() }
      #expect(log.finish() == (0, 0), "\(log.output)")
    }
    for ann in people { ann.terminal.session.type("s") }
    for ann in people {
      try ann.terminal.wait(for: "Saved")
      try ann.quit()
      let output = ann.terminal.session.output
      for refusal in ["in use by another", "locked", "Not saved"] {
        #expect(!output.contains(refusal))
      }
    }
    let contents = try StoredWorkouts(folder)
    #expect(contents.saved == people.map(\.pressCount).sorted() + logged)
    #expect(contents.unfinished == [])
  }
}
