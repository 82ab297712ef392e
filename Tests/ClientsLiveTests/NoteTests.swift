import Clients
import FoundationEssentials
import Models
import SystemTestSupport
import Testing

@testable import ClientsLive
@testable import SQLite

/// Tests of notes on workouts.
struct NoteTests {
  private let folder = TestFolder()
  private let ann = PersonName.sample("Ann")

  private func note(_ text: String) throws -> WorkoutNote { try #require(WorkoutNote(text)) }

  @Test func `a note is saved with a workout, and read with it everywhere`() throws {
    let stores = try Connection.open(in: folder.data)
    let saved = try stores.workouts.finish(
      .sample(reps: 4), note: note("Felt 強い"), by: ann
    ).workout
    #expect(saved.note?.text == "Felt 強い")
    #expect(try stores.workouts.history(of: ann, limit: 2) == [saved])
    #expect(
      try stores.workouts.history(of: ann, challenge: "pushups-2min", limit: 2) == [saved])
    #expect(try stores.workouts.workout(saved.id) == saved)
    #expect(try stores.workouts.best(of: ann, in: "pushups-2min") == saved)
    #expect(try stores.workouts.results(of: ann).values.map(\.last) == [saved])
    let digits = saved.id.uuidString.replacing("-", with: "")
    #expect(try stores.workouts.workouts(idPrefix: digits, limit: 2) == [saved])
  }

  @Test func `a correction changes a note, and undoing it restores the old one`() async throws {
    let client = WorkoutsClient.live(
      database: try Database(Connection.open(in: folder.data)), person: ann, now: { .sunday })
    let old = try await client.finish(.sample(reps: 4)).workout
    let noted = try old.copy { $0.note = try note("Slow") }
    try await client.correct(old.id, noted)
    let again = noted.copy { $0.note = nil }
    try await client.correct(noted.id, again)
    #expect(try await client.history(nil, nil, 5) == [again])
    #expect(try await client.undo() == UndoneChange(workout: noted, replaced: again.id))
    #expect(try await client.history(nil, nil, 5) == [noted])
    #expect(try await client.undo() == UndoneChange(workout: old, replaced: noted.id))
    #expect(try await client.history(nil, nil, 5) == [old])
    #expect(try await client.best("pushups-2min") == old)
  }

  @Test(arguments: [
    ("\u{1B}[2J\nx\u{202E}y", "[2J xy"), (String(repeating: "a", count: 9000), nil), ("\u{0}", ""),
  ])
  func `a note from another program is cleaned and truncated`(text: String, expected: String?)
    throws
  {
    let stores = try Connection.open(in: folder.data)
    _ = try stores.workouts.finish(.sample(), by: ann)
    try stores.run("UPDATE workouts SET note = ?", .text(text))
    let found = try stores.workouts.history(of: ann, limit: 2).first?.note?.text ?? ""
    #expect(found == expected ?? String(repeating: "a", count: 200))
    #expect(Doctor(folder: folder.data, settingsFile: nil).findings() == [])
  }
}
