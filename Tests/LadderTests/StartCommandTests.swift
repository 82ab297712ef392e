import Glibc
import Models
import SQLite
import SystemTestSupport
import Testing

@testable import ClientsLive

/// Tests of `ladder start` and `ladder repeat`. They wait for expected output, never for a fixed time.
@Suite(.serialized)
struct StartCommandTests {
  private let folder = TestFolder()
  private var program: Program {
    Program(environment: ["LADDER_DATA": folder.path, "LADDER_USER": "Ann", "TZ": "UTC"])
  }

  private func customChallenges() throws -> [Challenge] {
    let stores = try #require(try Connection.openExisting(in: DataFolder(path: folder.path)))
    defer { stores.close() }
    return try stores.challenges.custom().current
  }

  /// Starts a workout with the arguments, does three reps of it, and quits.
  private func train(_ arguments: [String], screen: String) throws {
    let session = try PtySession(
      PtySession.path(of: "ladder"), arguments + ["--plain", "--as", "Ann", "--data", folder.path])
    try session.wait(for: "Get ready")
    #expect(session.output.contains(screen))
    session.type("s\n")
    try session.wait(for: "REPS 0")
    session.type("rep 3\n")
    try session.wait(for: "REPS 3")
    session.type("stop and save\n")
    try session.wait(for: "Saved")
    session.type("quit\n")
    #expect(session.finish() == (0, 0))
  }

  @Test func `a challenge starts with its countdown, and is repeated`() throws {
    try train(["start", "pushups-2min"], screen: "Push-ups in 2 minutes")
    try train(["repeat"], screen: "Push-ups in 2 minutes")
    let json = program.run(["history", "--json"]).output
    #expect(json.split(separator: "\n").count { $0.contains("\"reps\":3") } == 2)
  }

  @Test func `texts that differ only in form start the same custom challenge`() throws {
    try train(["start", "10x(squat 20s, rest 10s)"], screen: "10x(squat 20s, rest 10s)")
    try train(["start", "10X ( squat 20s,rest 10s )"], screen: "10x(squat 20s, rest 10s)")
    try train(["repeat"], screen: "10x(squat 20s, rest 10s)")
    #expect(try customChallenges().map(\.routine.text) == ["10x(squat 20s, rest 10s)"])
  }

  @Test func `a set until failure is the same challenge each time`() throws {
    try train(["start", "push-up max"], screen: "push-up max")
    try train(["start", "push-up  max"], screen: "push-up max")
    try train(["start", "push-up 3xmax rest 1:00"], screen: "push-up 3xmax rest 1:00")
    let challenges = try customChallenges()
    #expect(
      challenges.map(\.routine.text).sorted()
        == ["push-up 3xmax rest 1:00", "push-up max"])
    #expect(challenges.allSatisfy { $0.scoringTitle == "most reps" })
    let json = program.run(["history", "--json"]).output
    #expect(json.split(separator: "\n").count { $0.contains("\"reps\":3") } == 3)
  }

  @Test func `a text with weights starts a session that survives a kill and can be repeated`()
    throws
  {
    let arguments = ["--plain", "--as", "Ann", "--data", folder.path]
    var session = try PtySession(
      PtySession.path(of: "ladder"), ["start", "squat 2x5 @ 100kg rest 3:00"] + arguments)
    try session.wait(for: "0 of 2 sets")
    session.type("\n")
    try session.wait(for: "1 of 2 sets")
    session.type("102.5x4@9\n\n")
    try session.wait(for: "2 of 2 sets")
    let stores = try #require(try Connection.openExisting(in: DataFolder(path: folder.path)))
    defer { stores.close() }
    let ann = try #require(PersonName("Ann"))
    func storedSets() throws -> [String] {
      try stores.unfinished.all(of: ann).map(\.log.sets.text)
    }
    let sets = "squat 100kgx5 102.5kgx4@9"
    try session.wait(until: { try storedSets() == [sets] }, "both sets in the database")
    session.signal(SIGKILL)
    _ = session.finish()

    // The next start offers the session with its plan.
    session = try PtySession(PtySession.path(of: "ladder"), arguments)
    try session.wait(for: "Squat: 2 sets")
    session.type("\n")
    try session.wait(for: "2 of 2 sets")
    session.type("finish and save\n")
    try session.wait(for: "2 sets, 9 reps, 910 kg")
    session.type("quit\n")
    #expect(session.finish() == (0, 0))
    #expect(try stores.workouts.history(of: ann, limit: 5).map(\.sets.text) == [sets])
    #expect(try storedSets() == [])

    session = try PtySession(PtySession.path(of: "ladder"), ["repeat"] + arguments)
    try session.wait(for: "> Planned  100x5")
    session.type("quit\n")
    #expect(session.finish() == (0, 0))
  }

  @Test func `a timer starts, ends automatically, and is the same challenge each time`() throws {
    for time in ["1s", "0:01"] {
      let session = try PtySession(
        PtySession.path(of: "ladder"),
        ["timer", time, "--plain", "--as", "Ann", "--data", folder.path])
      try session.wait(for: "Get ready")
      session.type("s\n")
      try session.wait(for: "Saved")
      #expect(!session.output.contains("REPS"))
      session.type("quit\n")
      #expect(session.finish() == (0, 0))
    }
    let timers = try customChallenges()
    #expect(timers.map(\.routine.text) == ["timer 1s"] && timers.map(\.scoring) == [.hold])
    #expect(timers.map(\.scoringTitle) == ["longest hold, up to 0:01"])
    let json = program.run(["history", "--json"]).output
    #expect(json.split(separator: "\n").count { $0.contains("\"duration_ms\":1000") } == 2)
  }

  @Test(arguments: ["25", "0s", "25:60", "24:00:01", "5:00, squat 10", "-5s", "1s\u{1B}[2J"])
  func `an invalid time of a timer is explained, and nothing is stored`(time: String) throws {
    let outcome = program.run(["timer", "--", time])
    #expect(outcome.exitCode == 2 && !outcome.errors.contains("\u{1B}"))
    #expect(
      outcome.errors.hasPrefix(
        "ladder: a timer needs a time from 1s to 24:00:00, such as 90s, 25min, 25:00"))
    #expect(try Connection.openExisting(in: DataFolder(path: folder.path)) == nil)
  }

  @Test(arguments: [
    ("8x(squat 20s, rest", "cannot read the workout: column 19: a rest needs a time"),
    (
      "3x(plank max, rest 5s)", "\"3x(plank max, rest 5s)\" cannot be scored, because it has no end"
    ),
    ("pushup", "there is no challenge \"pushup\"; did you mean \"pushups-2min\"?"),
    ("squat 1\u{1B}[2J0", "cannot read the workout: column 7"),
  ])
  func `the reason why a workout cannot start is printed, and nothing is stored`(
    text: String, problem: String
  ) throws {
    let outcome = program.run(["start", text])
    #expect(outcome.exitCode == 2)
    #expect(outcome.errors.hasPrefix("ladder: " + problem))
    #expect(!outcome.errors.contains("\u{1B}"))
    #expect(try Connection.openExisting(in: DataFolder(path: folder.path)) == nil)
  }

  @Test func `nothing is repeated before the first workout`() {
    let outcome = program.run(["repeat", "--plain"])
    #expect(
      outcome.errors
        == "ladder: you have no workouts yet; run \"ladder\" and choose a challenge\n")
    #expect(outcome.exitCode == 2)
  }
}
