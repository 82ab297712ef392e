import Clients
import FoundationEssentials
import Models
import SystemTestSupport
import Testing

@testable import ClientsLive
@testable import SQLite

/// Tests that a workout's log is kept in the database and in rescue files, and on other machines.
struct StoredLogTests {
  private let folder = TestFolder()
  private let ann = PersonName.sample("Ann")

  /// The log of a circuit with two skipped rounds, a skip that was undone, a removed rep, and a pause.
  private let log: WorkoutLog = {
    var log = WorkoutLog()
    for (second, event) in [
      (1, .press), (2, .press), (2, .undo), (3, .press), (4, .skip), (5, .skip), (5, .undoSkip),
      (6, .pause), (6, .resume(after: .seconds(30))), (7, .press), (8, .skip),
    ] as [(Int, WorkoutLog.Event)] {
      log.append(event, at: .seconds(second))
    }
    return log
  }()

  /// A draft with a new ID.
  private var draft: WorkoutDraft {
    var draft = WorkoutDraft.sample("amrap-12min", reps: 0)
    draft.log = log
    draft.duration = .seconds(720)
    return draft
  }

  @Test func `an unfinished workout is stored with its log`() throws {
    let stores = try Connection.open(in: folder.data)
    var draft = draft
    try stores.unfinished.checkpoint(draft, by: ann)
    #expect(try stores.unfinished.all(of: ann) == [draft])
    draft.log.append(.undoSkip, at: .seconds(9))
    draft.log.append(.pause, at: .seconds(9))
    try stores.unfinished.checkpoint(draft, by: ann)
    #expect(try stores.unfinished.all(of: ann) == [draft])
  }

  @Test func `an event is written to the database even without a new rep`() async throws {
    let database = try Database(Connection.open(in: folder.data))
    let client = WorkoutsClient.live(database: database, person: ann, heartbeat: Heartbeat())
    var draft = draft
    try await client.checkpoint(draft)
    draft.log.append(.skip, at: .seconds(10))
    try await client.checkpoint(draft)
    let stored = try await database.run { [ann] in try $0.unfinished.all(of: ann) }
    #expect(stored.map(\.log) == [draft.log])
    try await client.discard(draft.id)
    await database.close()
  }

  @Test func `a workout is saved and read with its log`() throws {
    let stores = try Connection.open(in: folder.data)
    let saved = try stores.workouts.finish(draft, by: ann).workout
    #expect(saved.log == log.ended(at: .seconds(720)))
    #expect(try stores.workouts.history(of: ann, limit: 2) == [saved])
    #expect(try stores.workouts.history(of: ann, challenge: "amrap-12min", limit: 2) == [saved])
    #expect(try stores.workouts.workout(saved.id) == saved)
    // A workout with skipped rounds is not a best, because the remaining rounds had more time.
    #expect(try stores.workouts.best(of: ann, in: "amrap-12min") == nil)
    #expect(try stores.workouts.results(of: ann).values.map(\.last) == [saved])
    let digits = saved.id.uuidString.replacing("-", with: "")
    #expect(try stores.workouts.workouts(idPrefix: digits, limit: 2) == [saved])
  }

  @Test func `a correction stores its own log, and an undo restores the old log`() async throws {
    let client = WorkoutsClient.live(
      database: try Database(Connection.open(in: folder.data)), person: ann, now: { .sunday })
    let old = try await client.finish(draft).workout
    let corrected = old.copy {
      $0.log = $0.log.corrected(to: 2, duration: .seconds(720), isScoredByTime: false)!
    }
    try await client.correct(old.id, corrected)
    #expect(try await client.history(nil, nil, 5) == [corrected])
    #expect(try await client.undo() == UndoneChange(workout: old, replaced: corrected.id))
    #expect(try await client.history(nil, nil, 5) == [old])
  }

  @Test(arguments: ["80", "0000", "010B", "FFFFFFFF7F", "01070100"])
  func `a log that cannot be read is found`(hex: String) throws {
    let stores = try Connection.open(in: folder.data)
    let saved = try stores.workouts.finish(draft, by: ann).workout
    try stores.unfinished.checkpoint(.sample("amrap-12min", reps: 3), by: ann)
    for table in ["workouts", "unfinished"] {
      try stores.execute(text: "UPDATE \(table) SET log = x'\(hex)'")
    }
    #expect(throws: DatabaseError.self) { try stores.workouts.workout(saved.id) }
    #expect(throws: DatabaseError.self) { try stores.unfinished.all(of: ann) }
    let findings = Doctor(folder: folder.data, settingsFile: nil).findings()
    #expect(findings.map(\.problem).count == 1)
    let path = folder.path + "/session.ladder.db"
    _ = try stores.snapshots.write(to: path, isRedacted: true, person: ann)
    let copy = try Connection.inMemoryCopy(ofFileAt: path)
    for sql in ["SELECT log FROM workouts", "SELECT log FROM unfinished"] as [SQL] {
      #expect(try copy.first(sql) { $0.withBytes(0) { $0.isEmpty } } == true)
    }
  }

  @Test func `doctor recomputes the data that is derived from logs`() throws {
    let stores = try Connection.open(in: folder.data)
    _ = try stores.workouts.finish(draft, by: ann)
    _ = try stores.workouts.finish(.strength("squat 100x5 | row 50x8"), by: ann)
    func contents() throws -> [String] {
      let workouts = try stores.all(
        """
        SELECT number || ' ' || day || ' ' || duration_ms || ' ' || provenance || ' ' || reps || ' '
          || counts FROM workouts
        """
      ) { $0.text(0) }
      let sets = try stores.all("SELECT key || ' ' || entry FROM strength_sets") { $0.text(0) }
      let periods = try stores.all(
        "SELECT calendar || ' ' || number || ' ' || reps FROM periods"
      ) { $0.text(0) }
      return workouts + sets + periods
    }
    let before = try contents()
    try stores.execute(
      text: """
        UPDATE workouts SET day = day + 1, duration_ms = 1, provenance = 4, reps = 1, counts = 1;
        DELETE FROM strength_sets WHERE number = 1;
        UPDATE strength_sets SET entry = '1kgx1', key = 'other'
        """)
    let doctor = Doctor(folder: folder.data, settingsFile: nil)
    let findings = doctor.findings()
    #expect(
      findings.map { $0.problem.split(separator: ": ").last ?? "" }.prefix(2) == [
        "days, times and reps do not match the workouts",
        "sets of exercises do not match the workouts",
      ])
    _ = try doctor.repair(findings)
    #expect(doctor.findings() == [])
    #expect(try contents() == before)
  }

  @Test func `a redacted copy has the logs without their texts`() throws {
    let stores = try Connection.open(in: folder.data)
    _ = try stores.workouts.finish(draft, by: ann)
    try stores.unfinished.checkpoint(draft, by: ann)
    var session = try WorkoutDraft.strength("Marked squat 100x5")
    session.log.append(.undoSet, at: session.duration)
    session.log.append(
      .set("Marked row", try SetEntry(text: "50x5", unit: .kilograms)), at: session.duration)
    _ = try stores.workouts.finish(session, by: ann)
    let path = folder.path + "/session.ladder.db"
    let person = try stores.snapshots.write(to: path, isRedacted: true, person: ann)
    let copy = try Connection.inMemoryCopy(ofFileAt: path)
    let logs = try copy.workouts.history(of: person, limit: 3).map(\.log)
    #expect(logs.contains(log.ended(at: draft.duration)))
    #expect(logs.flatMap(\.sets).map(\.exercise) == ["Exercise 2"])
    #expect(!logs.contains { String(decoding: $0.bytes, as: UTF8.self).contains("arked") })
    #expect(try copy.unfinished.all(of: person).map(\.log) == [log])
  }

  @Test func `a rescue file contains the log of its workout`() throws {
    let rescued = RescuedWorkout(draft, by: ann, dataFolder: folder.path)
    #expect(RescuedWorkout(bytes: rescued.bytes) == rescued)
    let text = String(decoding: rescued.bytes, as: UTF8.self)
    let stored = "\"\(Data(log.bytes).base64EncodedString())\""
    #expect(text.contains("\"log\":\(stored)"))
    // A truncated log, times that do not increase, text that is not Base64, and other types.
    for wrong in ["\"gA==\"", "\"AgA=\"", "\"?\"", "[1000,31000]", "7000", "{}"] {
      let changed = text.replacing(stored, with: wrong)
      #expect(RescuedWorkout(bytes: Array(changed.utf8)) == nil, "\(wrong)")
    }
  }

  @Test func `the other machine has the same log`() async throws {
    let (server, key) = (TestJournalServer(), JournalKey())
    let (laptop, desktop) = (try TestMachine(), try TestMachine())
    _ = try await laptop.workouts.finish(draft)
    for machine in [laptop, desktop] { try await machine.sync(with: server, key: key) }
    let all = try await desktop.workouts.history(nil, nil, 10)
    #expect(all.map(\.log) == [log.ended(at: draft.duration)])
    #expect(try await laptop.workouts.history(nil, nil, 10) == all)
  }
}
