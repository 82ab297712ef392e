import Clients
import FoundationEssentials
import Models
import SystemTestSupport
import Testing

@testable import ClientsLive
@testable import SQLite

/// Tests of notes on workouts, and of databases of versions without notes.
struct NoteTests {
  private let folder = TestFolder()
  private let ann = PersonName.sample("Ann")

  private func note(_ text: String) throws -> WorkoutNote { try #require(WorkoutNote(text)) }

  @Test func `a note is saved with a workout, and read with it everywhere`() throws {
    let stores = try Stores.open(in: folder.data)
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
      database: try Database(Stores.open(in: folder.data)), person: ann, now: { .sunday })
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
    let stores = try Stores.open(in: folder.data)
    _ = try stores.workouts.finish(.sample(), by: ann)
    try stores.connection.run("UPDATE workouts SET note = ?", .text(text))
    let found = try stores.workouts.history(of: ann, limit: 2).first?.note?.text ?? ""
    #expect(found == expected ?? String(repeating: "a", count: 200))
    #expect(Doctor(folder: folder.data, settingsFile: nil).findings() == [])
  }

  // MARK: - Version 1

  private static let firstVersion = DatabaseFormat(
    applicationID: DatabaseFormat.ladder.applicationID,
    migrations: Array(DatabaseFormat.ladder.migrations.prefix(1)))

  /// Creates a database as version 1 does.
  private func makeFirstVersion() throws {
    folder.write([], to: "ladder.db")
    let connection = try Connection.open(folder.data.databasePath, as: Self.firstVersion)
    defer { connection.close() }
    try connection.execute(
      """
      INSERT INTO people (id, name) VALUES (1, 'Ann');
      INSERT INTO workouts (id, person, challenge, started_at, day, duration_ms, reps, rep_log)
        VALUES (randomblob(16), 1, 'gone', 1772366400000, 20513, 60000, 0, x'');
      """)
  }

  @Test func `a database of version 1 is backed up and gets notes`() throws {
    try makeFirstVersion()
    let stores = try Stores.open(in: folder.data)
    #expect(try stores.connection.version() == DatabaseFormat.ladder.version)
    let old = try #require(try stores.workouts.history(of: ann, limit: 2).first)
    #expect(old.note == nil && old.duration == .seconds(60))
    let noted = try old.copy { $0.note = try note("Long ago") }
    try stores.workouts.correct(old.id, with: noted, of: ann, at: .sunday)
    #expect(try stores.workouts.history(of: ann, limit: 2) == [noted])
    stores.close()

    let backups = AutomaticBackup.all(of: folder.data.databasePath)
    #expect(backups.count == 1 && backups.first?.hasPrefix("ladder-before-update-") == true)
    let backup = try Connection.openWithoutMigrating(
      "\(folder.path)/\(try #require(backups.first))", as: Self.firstVersion)
    #expect(try backup.version() == 1)
    #expect(try backup.schema() == Schema(parsing: Self.firstVersion.migrations))
    #expect(Doctor(folder: folder.data, settingsFile: nil).findings() == [])
  }

  @Test func `a database of version 1 is checked, copied and restored without migration`() throws {
    try makeFirstVersion()
    #expect(Doctor(folder: folder.data, settingsFile: nil).findings() == [])
    let copy = try Stores.inMemoryCopy(ofFileAt: folder.data.databasePath)
    #expect(try copy.workouts.history(of: ann, limit: 2).count == 1)
    let backup = folder.path + "/backup.db"
    #expect(try Backups(folder.data).make(at: backup).workouts == 1)
    #expect(try Backups(folder.data).restore(from: backup).contents.workouts == 1)
    #expect(try Connection(readOnlyPath: folder.data.databasePath).version() == 1)
    #expect(try Stores.open(in: folder.data).workouts.history(of: ann, limit: 2).count == 1)
  }

  @Test func `version 1 rejects a newer database without changes`() throws {
    try Stores.open(in: folder.data).close()
    let before = folder.bytes(of: "ladder.db")
    let error = #expect(throws: DatabaseError.self) {
      try Connection.open(folder.data.databasePath, as: Self.firstVersion)
    }
    #expect(error?.reason == .newerVersion)
    #expect(error?.message == "version \(DatabaseFormat.ladder.version), known up to 1")
    #expect(folder.bytes(of: "ladder.db") == before)
  }
}
