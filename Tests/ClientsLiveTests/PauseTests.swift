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
