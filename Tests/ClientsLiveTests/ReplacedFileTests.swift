import Clients
import FoundationEssentials
import Glibc
import Models
import SQLite
import SystemTestSupport
import Testing

@testable import ClientsLive

/// Tests of a database file that is deleted, moved or replaced while it is open.
struct ReplacedFileTests {
  private let folder = TestFolder()
  private let ann = PersonName.sample("Ann")
  private let database: Database
  private let client: WorkoutsClient

  init() throws {
    database = try Database(Connection.open(in: folder.data))
    client = .live(database: database, person: ann)
  }

  /// Returns the rep counts of the saved and the running workouts that another process reads.
  private func savedWorkouts() throws -> (saved: [Int], running: [Int]) {
    let other = try Connection.open(in: folder.data)
    return (
      try other.workouts.history(of: ann, limit: 10).map(\.reps).sorted(),
      try other.unfinished.all(of: ann).map(\.log.reps.count)
    )
  }

  private func remove(_ names: [String]) {
    for name in names { unlink("\(folder.path)/\(name)") }
  }

  private func expectNoFindings() async throws {
    await database.close()
    #expect(Doctor(folder: folder.data, settingsFile: nil).findings() == [])
  }

  @Test(arguments: [["ladder.db"], ["ladder.db", "ladder.db-wal", "ladder.db-shm"]])
  func `a deleted file is restored at the next rep`(names: [String]) async throws {
    _ = try await client.finish(draft: .sample(reps: 4))
    var draft = WorkoutDraft.sample(reps: 2)
    try await client.checkpoint(draft: draft)
    remove(names)
    draft.duration += .seconds(1)
    draft.log.append(.press, at: draft.duration)
    try await client.checkpoint(draft: draft)
    #expect(try savedWorkouts() == ([4], [3]))
    #expect(folder.mode(of: "ladder.db") == 0o600)
    _ = try await client.finish(draft: draft)
    #expect(try savedWorkouts() == ([3, 4], []))
    try await expectNoFindings()
    #expect(folder.contents == ["ladder.db"])
  }

  @Test func `a deleted folder is restored with its file`() async throws {
    let data = DataFolder(path: folder.path + "/inner")
    let database = try Database(Connection.open(in: data))
    let client = WorkoutsClient.live(database: database, person: ann)
    _ = try await client.finish(draft: .sample(reps: 4))
    for name in folderContents(data.path) { unlink("\(data.path)/\(name)") }
    rmdir(data.path)
    #expect(try await client.history(challenge: nil, after: nil, limit: 10).map(\.reps) == [4])
    #expect(fileExists(data.databasePath))
    await database.close()
    unlink(data.databasePath)
    rmdir(data.path)
  }

  @Test(arguments: [true, false])
  func `a replacement is opened, and the old file is backed up`(isMoved: Bool) async throws {
    _ = try await client.finish(draft: .sample(reps: 4))
    var draft = WorkoutDraft.sample(reps: 2)
    try await client.checkpoint(draft: draft)
    let other = TestFolder()
    let stores = try Connection.open(in: other.data)
    _ = try stores.workouts.finish(
      .sample(reps: 9), by: ann)
    stores.close()
    // The log of the old file remains; SQLite would apply it to the new file.
    if isMoved {
      rename(folder.path + "/ladder.db", folder.path + "/old.db")
    }
    rename(other.path + "/ladder.db", folder.path + "/ladder.db")

    draft.duration += .seconds(1)
    draft.log.append(.press, at: draft.duration)
    try await client.checkpoint(draft: draft)
    #expect(try savedWorkouts() == ([9], [3]))
    let backup = try #require(AutomaticBackup.all(of: folder.data.databasePath).first)
    #expect(backup.hasPrefix("ladder-before-replacement-"))
    let old = try Connection(path: "\(folder.path)/\(backup)")
    #expect(try old.workouts.history(of: ann, limit: 10).map(\.reps) == [4])
    #expect(try old.unfinished.all(of: ann).map(\.log.reps.count) == [2])
    old.close()
    try await expectNoFindings()
  }

  @Test func `a replacement that is not a database is reported until it is removed`()
    async throws
  {
    var draft = WorkoutDraft.sample(reps: 2)
    try await client.checkpoint(draft: draft)
    remove(["ladder.db"])
    folder.write("something else", to: "ladder.db")
    draft.duration += .seconds(1)
    draft.log.append(.press, at: draft.duration)
    let error = await #expect(throws: DatabaseError.self) {
      try await client.checkpoint(draft: draft)
    }
    #expect(error?.reason == .notADatabase)
    #expect(folder.text(of: "ladder.db") == "something else")
    remove(["ladder.db"])
    try await client.checkpoint(draft: draft)
    #expect(try savedWorkouts() == ([], [3]))
    try await expectNoFindings()
  }

  @Test func `two processes use the same restored file`() async throws {
    let second = try Database(Connection.open(in: folder.data))
    let other = WorkoutsClient.live(database: second, person: ann)
    _ = try await client.finish(draft: .sample(reps: 4))
    remove(["ladder.db"])
    _ = try await other.finish(draft: .sample(reps: 5))
    _ = try await client.finish(draft: .sample(reps: 6))
    _ = try await other.finish(draft: .sample(reps: 7))
    #expect(try savedWorkouts().saved == [4, 5, 6, 7])
    await second.close()
    try await expectNoFindings()
  }

  @Test func `a pipe is reported immediately, and the reps are saved after its removal`()
    async throws
  {
    _ = try await client.finish(draft: .sample(reps: 4))
    var draft = WorkoutDraft.sample(reps: 2)
    try await client.checkpoint(draft: draft)
    remove(["ladder.db"])
    mkfifo(folder.data.databasePath, 0o600)
    for _ in 1...3 {
      draft.duration += .seconds(1)
      draft.log.append(.press, at: draft.duration)
      let unstored = draft
      let error = await #expect(throws: DatabaseError.self) {
        try await client.checkpoint(draft: unstored)
      }
      #expect(
        error?.sentence
          == "\(folder.path)/ladder.db is a pipe, not a regular file; remove it, or choose another "
          + "folder with --data"
      )
    }
    let backups = AutomaticBackup.all(of: folder.data.databasePath)
    try #require(backups.count == 1)
    #expect(
      try Backups.Contents(of: .openWithoutMigrating("\(folder.path)/\(backups[0])", as: .ladder))
        .workouts
        == 1
    )
    remove(["ladder.db"])
    draft.duration += .seconds(1)
    try await client.checkpoint(draft: draft)
    #expect(try savedWorkouts() == ([4], [5]))
    try await expectNoFindings()
  }
}
