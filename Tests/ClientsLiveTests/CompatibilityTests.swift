import AppFeatures
import Foundation
import ServerAPI
import SystemTestSupport
import Testing

@testable import ClientsLive
@testable import Models
@testable import SQLite

/// Tests that the files of each released version are read: the database, exports, settings, and the files of accounts,
/// journals and unsaved workouts.
struct CompatibilityTests {
  private let folder = TestFolder()

  // MARK: - Reading

  @Test(arguments: ReleasedFiles.all)
  func `a database has its data and no problems`(files: ReleasedFiles) throws {
    folder.write(files.bytes(of: "ladder.db"), to: "ladder.db")
    let stores = try #require(try Connection.openExisting(in: folder.data))
    defer { stores.close() }
    try expect(stores.exports.text(.jsonl), contains: files.text(of: "export.jsonl"))
    #expect(try stores.unfinished.abandoned(of: .sample("Bob")).map(\.log.reps.count) == [3])
    #expect(try stores.imports.list().map(\.file) == ["a.json"])
    #expect(Doctor(folder: folder.data, settingsFile: nil).findings().isEmpty)
  }

  @Test(arguments: ReleasedFiles.all, ["export.json", "export.jsonl"])
  func `an export is imported`(files: ReleasedFiles, name: String) throws {
    let stores = try Connection.inMemory()
    #expect(try stores.importExport(files.text(of: name)).refusals.isEmpty)
    try expect(stores.exports.text(.jsonl), contains: files.text(of: "export.jsonl"))
  }

  @Test(arguments: ReleasedFiles.all)
  func `settings have the values in their file`(files: ReleasedFiles) {
    let loaded = SettingsFile(path: files.path(of: "settings")).load {
      KeySettings($0, for: AppTab.keys.rows).problems
    }
    #expect(loaded.problems == [])
    var count = 0
    for line in files.text(of: "settings").split(separator: "\n") {
      guard let name = line.firstMatch(of: /^([a-z-]+) = (.*)/)?.output,
        let field = Settings.Field(rawValue: String(name.1))
      else { continue }
      count += 1
      #expect(loaded.settings.text(of: field) == String(name.2))
      #expect(loaded.settings.text(of: field) != Settings().text(of: field))
    }
    #expect(count >= 17)
    #expect(loaded.settings.variations.map(\.variations.count) == [2])
    #expect(loaded.settings.cues != CueSettings())
  }

  @Test(arguments: ReleasedFiles.all)
  func `an unsaved workout has all its values`(files: ReleasedFiles) throws {
    let workout = try #require(RescuedWorkout(bytes: files.bytes(of: "unsaved.json")))
    let json = String(decoding: workout.bytes, as: UTF8.self)
    let written = try JSONDocument(parsing: files.text(of: "unsaved.json"))
    #expect(try JSONDocument(parsing: json).contains(written))
  }

  @Test(arguments: ReleasedFiles.all)
  func `a machine receives the journal with the key of its account`(
    files: ReleasedFiles
  ) async throws {
    folder.write(files.bytes(of: "accounts.json"), to: "accounts.json")
    let account = try #require(try AccountFile(in: folder.data).load().first)
    let journal = try APICoding.value(
      JournalUpload.self, from: Data(files.bytes(of: "journal.json")))
    let server = TestJournalServer()
    server.contents = .init(key: journal.key, entries: journal.entries)
    let machine = try TestMachine()
    machine.sharedSettings = [.theme: "light"]
    let result = try await machine.sync(with: server, key: try #require(account.journalKey))
    #expect(result.receivedCount == journal.entries.count && result.unreadableCount == 0)
    try expect(
      await machine.database.run { try $0.exports.text(.jsonl) },
      contains: files.text(of: "journal.jsonl"))
    #expect(machine.sharedSettings == [.theme: "dark"])
    await machine.database.close()
  }

  /// Expects each item of an older export, except the header, in a newer one.
  private func expect(_ export: String, contains older: String) throws {
    let items = try export.split(separator: "\n").map { try JSONDocument(parsing: $0) }
    let olderItems = older.split(separator: "\n").dropFirst()
    #expect(!olderItems.isEmpty)
    for item in olderItems {
      let document = try JSONDocument(parsing: item)
      #expect(items.contains { $0.contains(document) }, "\(item) is missing")
    }
  }

  // MARK: - Writing

  @Test(.writesRelease)
  func `the files of a release are written`() async throws {
    let files = try #require(ReleasedFiles.new)
    let database = try TestMachine(database: try filledDatabase(), in: folder.path + "/machine")
    files.write(try await database.database.run { try $0.exports.text(.json) }, to: "export.json")
    files.write(try await database.database.run { try $0.exports.text(.jsonl) }, to: "export.jsonl")
    try await writeJournal(of: database, to: files)
    await database.database.close()
    files.write(try #require(readBytes(folder.path + "/machine/ladder.db")), to: "ladder.db")
    try FileManager.default.removeItem(atPath: folder.path + "/machine")
    try writeSettings(to: files)
    var draft = WorkoutDraft.sample(reps: 10)
    draft.purpose = .set(2, ofSession: 7)
    draft.utcOffset = -8 * 3600
    draft.ghost = Ghost(name: "Bob", log: WorkoutLog(reps: RepLog(milliseconds: [900, 1800])!))
    files.write(
      RescuedWorkout(
        draft, by: .sample("Ann"), dataFolder: "/home/ann/.local/share/ladder",
        owner: ProcessIdentity(text: "1 2 3")
      ).bytes, to: "unsaved.json")
  }

  /// Creates a database with everything that an export contains, and with an import.
  private func filledDatabase() throws -> String {
    let stores = try Connection.open(in: folder.data)
    defer { stores.close() }
    try fillForExport(stores)
    let other = try Connection.inMemory()
    _ = try other.workouts.finish(.sample(reps: 50), by: .sample("Cy"))
    try stores.importExport(try other.exports.text(.jsonl))
    return folder.data.databasePath
  }

  private func writeJournal(of machine: TestMachine, to files: ReleasedFiles) async throws {
    let key = JournalKey()
    try AccountFile(in: folder.data).update {
      $0.append(
        StoredAccount(
          id: JoinedGroup.ID(rawValue: "club"), server: .example, token: "token", member: "Ann",
          groupID: "club", groupName: "The club", person: .sample("Ann"), journalKey: key,
          syncedSettings: ["theme"]))
    }
    files.write(try #require(folder.bytes(of: "accounts.json")), to: "accounts.json")
    let server = TestJournalServer()
    machine.sharedSettings = [.theme: "dark"]
    // The settings of a new machine are not sent, because those of other machines apply.
    for _ in 1...2 { try await machine.sync(with: server, key: key) }
    let journal = JournalUpload(key: key.id, entries: server.contents.entries)
    files.write(Array(try APICoding.data(journal)), to: "journal.json")
    let other = try TestMachine()
    try await other.sync(with: server, key: key)
    files.write(try await other.database.run { try $0.exports.text(.jsonl) }, to: "journal.jsonl")
    await other.database.close()
  }

  private func writeSettings(to files: ReleasedFiles) throws {
    folder.write(
      """
      key.rep = Space F5
      variations.swing = light swing, heavy swing
      cue.half = off

      """, to: "settings")
    var settings = SettingsText(
      """
      name = Ann
      prep-seconds = 5
      rep-gap-ms = 200
      rest-seconds = 600
      beeps = off
      count-reps = 20
      training-days = mon fri
      goal = 300 push-ups
      notify = osc777
      theme = dark
      ascii = on
      color = off
      mouse = off
      kitty = off
      week-start = sunday
      unit = lb
      analytics = on
      """
    ).settings
    settings.cues = SettingsText("cue.half = off").settings.cues
    try SettingsFile(path: folder.path + "/settings").save(settings)
    files.write(try #require(folder.bytes(of: "settings")), to: "settings")
  }
}
