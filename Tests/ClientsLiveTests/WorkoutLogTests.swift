import Clients
import FoundationEssentials
import Models
import SystemTestSupport
import Testing

@testable import ClientsLive
@testable import SQLite

/// Tests of the lengths of pauses, from the timer's drafts to other machines, and of databases of versions without them.
struct PauseTests {
  private let folder = TestFolder()
  private let ann = PersonName.sample("Ann")
  private let pauses = PauseLog(milliseconds: [1000, 31_000])!

  /// A draft with an ID of its own.
  private var draft: WorkoutDraft {
    var draft = WorkoutDraft.hold(.seconds(90))
    draft.pauses = pauses
    draft.provenance = .paused
    return draft
  }

  @Test func `a workout keeps its pauses`() throws {
    let stores = try Connection.open(in: folder.data)
    let draft = draft
    try stores.unfinished.checkpoint(draft, by: ann)
    #expect(try stores.unfinished.all(of: ann) == [draft])
    let saved = try stores.workouts.finish(draft, by: ann).workout
    #expect(saved.pauses == pauses)
    #expect(try stores.workouts.workout(saved.id) == saved)
    #expect(try stores.workouts.best(of: ann, in: "plank-hold") == saved)
    let copy = try DatabaseRedactor(of: stores).redactedCopy()
    #expect(try copy.workouts.workout(saved.id)?.pauses == pauses)
    let corrected = saved.copy { $0.pauses = PauseLog() }
    try stores.workouts.correct(saved.id, with: corrected, of: ann, at: .sunday)
    #expect(try stores.workouts.history(of: ann, limit: 2) == [corrected])
    let undone = try stores.workouts.undo(of: ann, at: .sunday)
    #expect(undone?.workout == saved)
  }

  @Test func `a new pause is written to the database`() async throws {
    let database = try Database(Connection.open(in: folder.data))
    let client = WorkoutsClient.live(database: database, person: ann, heartbeat: Heartbeat())
    var draft = draft
    draft.pauses = PauseLog()
    try await client.checkpoint(draft)
    draft.pauses = pauses
    try await client.checkpoint(draft)
    let stored = try await database.run { [ann] in try $0.unfinished.all(of: ann) }
    #expect(stored.map(\.pauses) == [pauses])
    try await client.discard(draft.id)
    await database.close()
  }

  @Test func `the file of a workout that could not be saved has its pauses`() throws {
    let rescued = RescuedWorkout(draft, by: ann, dataFolder: folder.path)
    #expect(RescuedWorkout(bytes: rescued.bytes) == rescued)
    let text = String(decoding: rescued.bytes, as: UTF8.self)
    let stored = "\"\(Data(pauses.bytes).base64EncodedString())\""
    #expect(text.contains("\"pause_log\":\(stored)"))
    // Truncated, a begin without an end, no Base64, other types.
    for wrong in ["\"gA==\"", "\"6Ac=\"", "\"?\"", "[1000,31000]", "{}"] {
      let changed = text.replacing(stored, with: wrong)
      #expect(RescuedWorkout(bytes: Array(changed.utf8)) == nil, "\(wrong)")
    }
    let without = text.replacing("\"pause_log\":\(stored),", with: "")
    let read = try #require(RescuedWorkout(bytes: Array(without.utf8)))
    #expect(read.draft.pauses.isEmpty && read.draft.provenance == .paused)
  }

  @Test(arguments: ["80", "05", "0501020304"])
  func `unreadable pauses are ignored, and the result is kept`(hex: String) throws {
    let stores = try Connection.open(in: folder.data)
    let saved = try stores.workouts.finish(draft, by: ann).workout
    let other = draft
    try stores.unfinished.checkpoint(other, by: ann)
    for table in ["workouts", "unfinished"] {
      try stores.execute(text: "UPDATE \(table) SET pause_log = x'\(hex)'")
    }
    let found = try #require(try stores.workouts.workout(saved.id))
    #expect(found.pauses.isEmpty && found.duration == saved.duration)
    #expect(try stores.unfinished.all(of: ann).map(\.pauses) == [PauseLog()])
    #expect(Doctor(folder: folder.data, settingsFile: nil).findings() == [])
  }

  // MARK: - Other machines

  @Test func `the other machine has the same pauses`() async throws {
    let (server, key) = (TestJournalServer(), JournalKey())
    let (laptop, desktop) = (try TestMachine(), try TestMachine())
    _ = try await laptop.workouts.finish(draft)
    for machine in [laptop, desktop] { try await machine.sync(with: server, key: key) }
    let all = try await desktop.workouts.history(nil, nil, 10)
    #expect(all.map(\.pauses) == [pauses])
    #expect(try await laptop.workouts.history(nil, nil, 10) == all)
  }
}

/// Tests of the skipped rounds of a circuit, and of databases of versions without them.
struct SkippedRoundTests {
  private let folder = TestFolder()
  private let ann = PersonName.sample("Ann")
  private let skips = SkipLog(milliseconds: [4000, 7000])!

  /// A draft with an ID of its own.
  private var draft: WorkoutDraft {
    var draft = WorkoutDraft.sample("amrap-12min", reps: 10)
    draft.skips = skips
    return draft
  }

  @Test func `an unfinished workout is stored with its skips, and without undone ones`()
    throws
  {
    let stores = try Connection.open(in: folder.data)
    var draft = draft
    try stores.unfinished.checkpoint(draft, by: ann)
    #expect(try stores.unfinished.all(of: ann) == [draft])
    draft.skips.removeLast()
    try stores.unfinished.checkpoint(draft, by: ann)
    #expect(try stores.unfinished.all(of: ann) == [draft])
    draft.skips = SkipLog()
    try stores.unfinished.checkpoint(draft, by: ann)
    #expect(try stores.unfinished.all(of: ann) == [draft])
    #expect(
      try stores.first("SELECT skip_log FROM unfinished") { $0.isNull(0) } == true)
  }

  @Test func `a skip is written to the database even if no rep is new`() async throws {
    let database = try Database(Connection.open(in: folder.data))
    let client = WorkoutsClient.live(database: database, person: ann, heartbeat: Heartbeat())
    var draft = draft
    draft.skips = SkipLog()
    try await client.checkpoint(draft)
    draft.duration += .seconds(1)
    draft.skips = skips
    try await client.checkpoint(draft)
    let stored = try await database.run { [ann] in try $0.unfinished.all(of: ann) }
    #expect(stored.map(\.skips) == [skips])
    try await client.discard(draft.id)
    await database.close()
  }

  @Test func `a workout is saved and read with its skips`() throws {
    let stores = try Connection.open(in: folder.data)
    let saved = try stores.workouts.finish(draft, by: ann).workout
    #expect(saved.skips == skips)
    #expect(try stores.workouts.history(of: ann, limit: 2) == [saved])
    #expect(try stores.workouts.history(of: ann, challenge: "amrap-12min", limit: 2) == [saved])
    #expect(try stores.workouts.workout(saved.id) == saved)
    // A round that is skipped gives its time to the others.
    #expect(try stores.workouts.best(of: ann, in: "amrap-12min") == nil)
    #expect(try stores.workouts.results(of: ann).values.map(\.last) == [saved])
    let digits = saved.id.uuidString.replacing("-", with: "")
    #expect(try stores.workouts.workouts(idPrefix: digits, limit: 2) == [saved])
  }

  @Test func `a correction stores its own skips, and undoing it restores the old ones`()
    async throws
  {
    let client = WorkoutsClient.live(
      database: try Database(Connection.open(in: folder.data)), person: ann, now: { .sunday })
    let old = try await client.finish(draft).workout
    let corrected = old.copy { $0.skips = SkipLog(milliseconds: [4000])! }
    try await client.correct(old.id, corrected)
    #expect(try await client.history(nil, nil, 5) == [corrected])
    #expect(try await client.undo() == UndoneChange(workout: old, replaced: corrected.id))
    #expect(try await client.history(nil, nil, 5) == [old])
  }

  @Test(arguments: ["80", "0000", "0100", "FFFFFFFF7F", "FFFFFFFF0F01"])
  func `unreadable skips are ignored, and the reps are kept`(hex: String) throws {
    let stores = try Connection.open(in: folder.data)
    _ = try stores.workouts.finish(draft, by: ann)
    let other = WorkoutDraft.sample("amrap-12min", reps: 3)
    try stores.unfinished.checkpoint(other, by: ann)
    for table in ["workouts", "unfinished"] {
      try stores.execute(text: "UPDATE \(table) SET skip_log = x'\(hex)'")
    }
    let found = try stores.workouts.history(of: ann, limit: 2)
    #expect(found.map(\.reps) == [10] && found.allSatisfy(\.skips.isEmpty))
    #expect(try stores.unfinished.all(of: ann) == [other])
    // Without its skips the workout is complete.
    try stores.aggregates.recompute()
    #expect(Doctor(folder: folder.data, settingsFile: nil).findings() == [])
    let path = folder.path + "/session.ladder.db"
    _ = try stores.snapshots.write(to: path, isRedacted: true, person: ann)
    let copy = try Connection.inMemoryCopy(ofFileAt: path)
    for sql in ["SELECT skip_log FROM workouts", "SELECT skip_log FROM unfinished"] as [SQL] {
      #expect(try copy.first(sql) { $0.isNull(0) } == true)
    }
  }

  @Test func `a redacted copy has the skips`() throws {
    let stores = try Connection.open(in: folder.data)
    _ = try stores.workouts.finish(draft, by: ann)
    try stores.unfinished.checkpoint(draft, by: ann)
    let path = folder.path + "/session.ladder.db"
    let person = try stores.snapshots.write(to: path, isRedacted: true, person: ann)
    let copy = try Connection.inMemoryCopy(ofFileAt: path)
    #expect(try copy.workouts.history(of: person, limit: 2).map(\.skips) == [skips])
    #expect(try copy.unfinished.all(of: person).map(\.skips) == [skips])
  }

  @Test func `the file of a workout that could not be saved has its skips`() throws {
    let rescued = RescuedWorkout(draft, by: ann, dataFolder: folder.path)
    #expect(RescuedWorkout(bytes: rescued.bytes) == rescued)
    let text = String(decoding: rescued.bytes, as: UTF8.self)
    let stored = "\"\(Data(skips.bytes).base64EncodedString())\""
    #expect(text.contains("\"skip_log\":\(stored)"))
    let late = try #require(SkipLog(milliseconds: [4000, 4_294_967_295]))
    // Not increasing, truncated, after the end, other types.
    for wrong in [
      "\"oB8A\"", "\"gA==\"", "\"\(Data(late.bytes).base64EncodedString())\"", "7000", "{}",
    ] {
      let changed = text.replacing(stored, with: wrong)
      #expect(RescuedWorkout(bytes: Array(changed.utf8)) == nil, "\(wrong)")
    }
    // As one without skips is written.
    let without = text.replacing("\"skip_log\":\(stored),", with: "")
    let read = try #require(RescuedWorkout(bytes: Array(without.utf8)))
    #expect(read.draft.log == draft.log && read.draft.skips.isEmpty)
    #expect(read.bytes == Array(without.utf8))
  }
}
