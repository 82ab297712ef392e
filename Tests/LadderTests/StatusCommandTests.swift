import CommandLineInterface
import FoundationEssentials
import Glibc
import HTTPClient
import Models
import SQLite
import SystemTestSupport
import Testing

@testable import ClientsLive
@testable import LadderCommands

/// Tests of `ladder status`.
struct StatusCommandTests {
  private let folder = TestFolder()
  private var program: Program {
    Program(environment: ["LADDER_DATA": folder.path, "LADDER_USER": "Ann", "TZ": "UTC"])
  }

  private func checkpoint(_ phase: WorkoutStatus.Phase) throws {
    let stores = try Connection.open(in: DataFolder(path: folder.path))
    defer { stores.close() }
    var draft = WorkoutDraft(
      id: UUID(), challenge: "pushups-2min", startedAt: Date(), duration: .seconds(34),
      log: WorkoutLog(reps: try #require(RepLog(milliseconds: [900, 1800, 2750]))))
    if phase == .paused { draft.log.append(.pause, at: draft.duration) }
    try stores.unfinished.checkpoint(draft, by: try #require(PersonName("Ann")))
    // Tests can't control the clock, so the checkpoint of an abandoned workout is moved far into the past.
    if phase == .unfinished { try stores.run("UPDATE unfinished SET kept_at = 0") }
    if phase == .unfinished { try stores.run("UPDATE unfinished SET owner = 'gone'") }
  }

  @Test func `without a workout, the command says so and creates nothing`() {
    #expect(program.run(["status"]).output == "no workout\n")
    #expect(program.run(["status", "--json"]).output == "{\"state\":\"none\"}\n")
    #expect(folder.contents.isEmpty)
  }

  @Test func `a paused workout is reported as paused`() throws {
    try checkpoint(.paused)
    #expect(program.run(["status"]).output == "Push-ups in 2 minutes  REPS 3  0:34  paused\n")
    #expect(program.run(["status", "--json"]).output.hasPrefix("{\"state\":\"paused\","))
  }

  @Test func `the workout of a suspended program is reported as running until its time is over`()
    throws
  {
    try checkpoint(.running)
    let stores = try Connection.open(in: DataFolder(path: folder.path))
    let minute = Int64(Date().timeIntervalSince1970 * 1000) - 60_000
    try stores.run("UPDATE unfinished SET kept_at = ?", .integer(minute))
    #expect(program.run(["status"]).output.hasPrefix("Push-ups in 2 minutes  REPS 3  1:3"))
    try stores.run("UPDATE unfinished SET kept_at = 0")
    stores.close()
    #expect(program.run(["status"]).output == "Push-ups in 2 minutes  REPS 3  2:00  over\n")
  }

  @Test func `a strength session is reported with its reps, and with its rest`() throws {
    let stores = try Connection.open(in: DataFolder(path: folder.path))
    defer { stores.close() }
    let ann = try #require(PersonName("Ann"))
    let set = try #require(
      PerformedSet("squat", SetEntry(text: "100x5", unit: .kilograms), at: .zero))
    let session = WorkoutDraft(
      id: UUID(), challenge: .strength, startedAt: Date(), duration: .seconds(60),
      log: try #require(WorkoutLog(sets: [set, set])))
    try stores.unfinished.checkpoint(session, by: ann)
    #expect(program.run(["status"]).output.hasPrefix("Strength  REPS 10  1:0"))
    let rest = StoredRest(challenge: .strength, end: Date().addingTimeInterval(3600))
    try stores.rests.save(rest, of: ann)
    #expect(program.run(["status"]).output.hasPrefix("Strength  rest "))
  }

  @Test func `a rest is reported until it ends or the program that started it exits`() throws {
    let stores = try Connection.open(in: DataFolder(path: folder.path))
    defer { stores.close() }
    let ann = try #require(PersonName("Ann"))
    let now = Date(millisecondsSince1970: Date().millisecondsSince1970)
    let rest = StoredRest(challenge: "pushups-2min", end: now.addingTimeInterval(42))
    try stores.rests.save(rest, of: ann)
    #expect(try stores.rests.current(of: ann, now: now) == rest)
    let file = folder.path + "/out"
    for (json, expected) in [
      (false, "Push-ups in 2 minutes  rest 0:42\n"),
      (
        true,
        "{\"state\":\"resting\",\"challenge\":\"pushups-2min\",\"remaining_ms\":42000,"
          + "\"deadline\":\"\(rest.end.iso8601)\"}\n"
      ),
    ] {
      writeFile("", to: file)
      let descriptor = open(file, O_WRONLY)
      defer { close(descriptor) }
      var report = StatusReport(person: ann, isJSON: json, now: { now })
      try report.write(from: { stores }, to: Output(descriptor: descriptor), while: { false })
      #expect(readFile(file) == expected)
    }
    #expect(try stores.rests.current(of: ann, now: rest.end) == nil)
    try stores.rests.save(nil, of: ann, owner: ProcessIdentity(text: "other"))
    #expect(try stores.rests.current(of: ann, now: now) == rest)
    try stores.rests.save(nil, of: ann)
    #expect(try stores.rests.current(of: ann, now: now) == nil)
    try stores.rests.save(rest, of: ann, owner: ProcessIdentity(text: "gone"))
    #expect(program.run(["status"]).output == "no workout\n")
  }

  @Test func `a room in which others wait is reported when there is no workout`() throws {
    let stores = try Connection.open(in: DataFolder(path: folder.path))
    defer { stores.close() }
    let race = Race(
      id: UUID(), challenge: "pushups-2min", host: 2, you: 1,
      racers: [Racer(id: 2, name: "Ada"), Racer(id: 1, name: "Ann", phase: .left)])
    let group = JoinedGroup(id: .init(rawValue: "club"), name: "The club", member: "Ann")
    let ann = try #require(PersonName("Ann"))
    let file = folder.path + "/out"
    func report(isJSON: Bool) throws -> String? {
      writeFile("", to: file)
      let descriptor = open(file, O_WRONLY)
      defer { close(descriptor) }
      var report = StatusReport(person: ann, isJSON: isJSON, now: { Date() })
      report.room = (race, group)
      try report.write(from: { stores }, to: Output(descriptor: descriptor), while: { false })
      return readFile(file)
    }
    #expect(try report(isJSON: false) == "no workout  Ada is waiting: Push-ups in 2 minutes\n")
    #expect(
      try report(isJSON: true)
        == #"{"state":"none","room":{"challenge":"pushups-2min","group":"club","racers":["Ada"]}}"#
        + "\n")
    try checkpoint(.unfinished)
    #expect(try report(isJSON: false)?.contains("Ada") == false)
  }

  @Test func `an abandoned workout is reported as unfinished`() throws {
    try checkpoint(.unfinished)
    #expect(
      program.run(["status"]).output == "Push-ups in 2 minutes  REPS 3  0:34  unfinished\n")
    #expect(
      program.run(["status", "--json"]).output
        == "{\"state\":\"unfinished\",\"challenge\":\"pushups-2min\",\"reps\":3,"
        + "\"elapsed_ms\":34000}\n")
  }

  @Test func `a workout of a killed program is reported as unfinished`() throws {
    try checkpoint(.running)
    let stores = try Connection.open(in: DataFolder(path: folder.path))
    // The identity of a process that was started after the last boot, and has exited.
    try stores.run("UPDATE unfinished SET owner = owner || '0'")
    stores.close()
    #expect(
      program.run(["status"]).output == "Push-ups in 2 minutes  REPS 3  0:34  unfinished\n")
  }

  @Test func `a running workout has a deadline`() throws {
    try checkpoint(.running)
    let person = try #require(PersonName("Ann"))
    let stores = try #require(
      try Connection.openExisting(in: DataFolder(path: folder.path)))
    let savedAt = try #require(
      try stores.first("SELECT kept_at FROM unfinished") { $0.integer(0) })
    let now = Date(millisecondsSince1970: savedAt + 500)
    let file = folder.path + "/out"
    for (json, expected) in [
      (false, "Push-ups in 2 minutes  REPS 3  0:34  1:25 left\n"),
      (
        true,
        "{\"state\":\"running\",\"challenge\":\"pushups-2min\",\"reps\":3,\"elapsed_ms\":34500,"
          + "\"remaining_ms\":85500,\"deadline\":"
          + "\"\(now.addingTimeInterval(85.5).iso8601)\"}\n"
      ),
    ] {
      writeFile("", to: file)
      let descriptor = open(file, O_WRONLY)
      defer { close(descriptor) }
      let output = Output(descriptor: descriptor)
      var report = StatusReport(person: person, isJSON: json, now: { now })
      try report.write(from: { stores }, to: output, while: { false })
      #expect(readFile(file) == expected)
    }
  }

  @MainActor
  @Test func `the server is asked for rooms only without a workout`() async throws {
    let stores = try Connection.open(in: DataFolder(path: folder.path))
    defer { stores.close() }
    let ann = try #require(PersonName("Ann"))
    let account = StoredAccount(
      id: .init(rawValue: "club"), server: try #require(ServerAddress("https://club.example")),
      token: "", member: "Ann", groupID: "1", groupName: "The club", person: ann)
    let requests = Recorded(0)
    let transport = Transport(send: { _ in
      requests.update { $0 += 1 }
      throw HTTPError(.connectionFailed, "")
    })
    var report = StatusReport(person: ann, isJSON: false, now: { Date() })
    try checkpoint(.unfinished)
    try report.read(from: { stores })
    await report.readRoom(of: [account], transport)
    #expect(requests.value == 0)
    try stores.run("DELETE FROM unfinished")
    try report.read(from: { stores })
    await report.readRoom(of: [account], transport)
    #expect(requests.value == 1)
  }

  @Test func `watching prints a line for each change`() throws {
    let file = folder.path + "/out"
    writeFile("", to: file)
    let descriptor = open(file, O_WRONLY)
    defer { close(descriptor) }
    var turns = 0
    var report = StatusReport(
      person: try #require(PersonName("Ann")), isJSON: false, now: { Date() })
    try report.write(
      from: { try Connection.openExisting(in: DataFolder(path: folder.path)) },
      to: Output(descriptor: descriptor),
      while: {
        turns += 1
        // At first there is no database, and then one with an abandoned workout.
        if turns == 2 { try? checkpoint(.unfinished) }
        return turns < 5
      })
    #expect(
      readFile(file) == "no workout\nPush-ups in 2 minutes  REPS 3  0:34  unfinished\n")
  }

  @Test func `watching ends when the reader closes the pipe`() {
    let outcome = program.run(["status", "--watch"], into: .pipeWithoutReader)
    #expect(outcome.exitCode == 0 && outcome.errors.isEmpty)
  }
}
