import CSQLite
import Clients
import FoundationEssentials
import Glibc
import Models
import SQLite
import SystemTestSupport
import Testing

@testable import ClientsLive

/// Tests of finding and repairing problems.
struct DoctorTests {
  private let folder = TestFolder()
  private var doctor: Doctor { Doctor(folder: folder.data, settingsFile: nil) }
  private var database: String { folder.data.databasePath }

  private func fill() throws {
    let stores = try Connection.open(in: folder.data)
    defer { stores.close() }
    for (index, person) in ["Ann", "Bob", "Cy"].enumerated() {
      for week in 0..<3 {
        _ = try stores.workouts.finish(
          .sample(
            reps: 3 + index + week, at: .sunday.addingTimeInterval(Double(week) * 7 * 86_400)),
          by: .sample(person))
      }
    }
  }

  /// Damages the database with a script.
  private func runScript(_ script: String) {
    var handle: OpaquePointer?
    sqlite3_open(database, &handle)
    #expect(sqlite3_exec(handle, script, nil, nil, nil) == SQLITE_OK)
    sqlite3_close_v2(handle)
  }

  @Test func `an empty folder and an intact database have no findings`() throws {
    #expect(doctor.findings() == [] && !doctor.hasDatabase)
    #expect(folder.contents == [])
    try fill()
    let before = folder.bytes(of: "ladder.db")
    #expect(doctor.findings() == [])
    #expect(doctor.contents == Backups.Contents(workouts: 9, people: 3))
    #expect(folder.bytes(of: "ladder.db") == before && folder.contents == ["ladder.db"])
  }

  @Test(
    arguments: [
      ("UPDATE bests SET rank_key = rank_key + 1", ["bests", "places on leaderboards"]),
      ("DELETE FROM bests WHERE week = 0", ["bests", "places on leaderboards"]),
      ("UPDATE score_counts SET people = people + 1", ["places on leaderboards"]),
      ("UPDATE periods SET reps = reps - 1", ["days and weeks"]),
      ("DELETE FROM runs", ["streaks"]),
      ("INSERT INTO runs VALUES (1, 8, 5, 3)", ["streaks"]),
    ])
  func `incorrect aggregates are reported and recomputed`(
    script: String, names: [String]
  ) throws {
    try fill()
    runScript(script)
    let findings = doctor.findings()
    let problems = names.map { "\(database): \($0) do not match the workouts" }
    // A manual change of the bests also updates the ranks.
    #expect(problems.starts(with: findings.map(\.problem)) && !findings.isEmpty)
    let backup = try #require(try doctor.repair(findings))
    #expect(fileExists(backup))
    #expect(doctor.findings() == [])
    let stores = try Connection.open(in: folder.data)
    #expect(try stores.version() == DatabaseFormat.ladder.version)
    // The triggers are enabled again.
    _ = try stores.workouts.finish(
      .sample(reps: 90), by: .sample("Ann"))
    stores.close()
    #expect(doctor.findings() == [])
  }

  @Test func `an unreadable file is reported`() throws {
    try fill()
    let size = try #require(folder.bytes(of: "ladder.db")).count
    let file = open(database, O_WRONLY)
    let noise = [UInt8](repeating: 0xA5, count: 4096)
    for page in 2..<min(12, size / 4096) { pwrite(file, noise, 4096, off_t(page * 4096)) }
    close(file)
    let findings = doctor.findings()
    #expect(!findings.isEmpty && findings.allSatisfy { $0.problem.hasPrefix(database) })
  }

  @Test func `a damaged index is rebuilt`() throws {
    try fill()
    runScript(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, 'IS NULL', 'IS NOT NULL')
        WHERE name = 'workouts_of_person';
      """)
    runScript("UPDATE workouts SET started_at = started_at + 1 WHERE number = 1")
    runScript(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, 'IS NOT NULL', 'IS NULL')
        WHERE name = 'workouts_of_person';
      """)
    let findings = doctor.findings()
    #expect(findings.map(\.problem) == ["\(database): row 1 missing from index workouts_of_person"])
    #expect(findings.allSatisfy { $0.isRepairable })
    #expect(try doctor.repair(findings) != nil)
    #expect(!doctor.findings().contains { $0.problem.contains("index") })
  }

  @Test(
    arguments: [
      ("PRAGMA foreign_keys = OFF; DELETE FROM people WHERE id = 2", "a missing row in people"),
      ("DROP INDEX workouts_of_person", "INDEX workouts_of_person is missing"),
      ("UPDATE workouts SET log = x'80' WHERE number = 2", "workout number 2 cannot be read"),
      ("PRAGMA user_version = 99", "was made by a newer Ladder"),
      ("PRAGMA application_id = 99", "is not a Ladder database"),
    ])
  func `damage that cannot be repaired is reported and not changed`(script: String, text: String)
    throws
  {
    try fill()
    runScript(script)
    let before = folder.bytes(of: "ladder.db")
    let findings = doctor.findings()
    #expect(findings.contains { $0.problem.contains(text) })
    #expect(!findings.contains { $0.isRepairable })
    #expect(try doctor.repair(findings) == nil)
    #expect(folder.bytes(of: "ladder.db") == before && folder.contents == ["ladder.db"])
  }

  @Test func `the progress of a check is reported`() throws {
    let stores = try Connection.open(in: folder.data)
    try stores.write {
      for _ in 1...1100 { _ = try stores.workouts.finish(.sample(), by: .sample("Ann")) }
    }
    stores.close()
    var steps: [String] = []
    #expect(
      Doctor(folder: folder.data, settingsFile: nil) { steps.append($0) }.findings() == [])
    #expect(
      steps == [
        "copying the database", "checking the file", "checking 500 of 1100 workouts",
        "checking 1000 of 1100 workouts",
      ])
  }

  @Test func `the number of findings is limited`() throws {
    try fill()
    var bytes = try #require(folder.bytes(of: "ladder.db"))
    for index in 8192..<bytes.count { bytes[index] = 0xA5 }
    folder.write(bytes, to: "ladder.db")
    let findings = doctor.findings()
    #expect((1...5).contains(findings.count))
    #expect(findings.allSatisfy { $0.remedy.contains("ladder restore") })
    #expect(folder.bytes(of: "ladder.db") == bytes)
  }

  @Test func `permissions for other users are removed`() throws {
    try fill()
    chmod(folder.path, 0o777)
    chmod(database, 0o644)
    let findings = doctor.findings()
    #expect(
      findings.map(\.problem) == [
        "\(folder.path): others can change its contents",
        "\(database): others can read or change it",
      ])
    #expect(try doctor.repair(findings) == nil)
    #expect(folder.mode() == 0o755 && folder.mode(of: "ladder.db") == 0o600)
    #expect(doctor.findings() == [])
  }

  @Test func `permissions of link targets and of other files are not changed`() throws {
    let elsewhere = TestFolder()
    elsewhere.write(
      "notes of another program, as long as the header of a database, and more", to: "notes")
    chmod(elsewhere.path + "/notes", 0o644)
    try fill()
    symlink(elsewhere.path + "/notes", folder.path + "/ladder-before-update-1.db")
    symlink("/dev/null", folder.path + "/ladder-before-update-2.db")
    folder.write("notes", to: "ladder-before-update-3.db")
    chmod(folder.path + "/ladder-before-update-3.db", 0o644)
    let findings = doctor.findings()
    #expect(
      findings.map(\.problem) == [
        "\(folder.path)/ladder-before-update-1.db: others can read or change the file it points to",
        "\(folder.path)/ladder-before-update-2.db: it points to a device, not to a regular file",
      ])
    #expect(findings.allSatisfy { !$0.isRepairable })
    // A link may replace a file between the check and the repair.
    let link = folder.path + "/ladder-before-update-1.db"
    doctor.setMode(0o600, of: link)
    #expect(elsewhere.mode(of: "notes") == 0o644)
    #expect(folder.mode(of: "ladder-before-update-3.db") == 0o644)
  }

  @Test func `permissions of a linked folder are not changed`() throws {
    try fill()
    chmod(folder.path, 0o777)
    let links = TestFolder()
    symlink(folder.path, links.path + "/data")
    let findings = Doctor(folder: DataFolder(path: links.path + "/data"), settingsFile: nil)
      .findings()
    #expect(findings.map(\.problem) == ["\(links.path)/data: others can change its contents"])
    #expect(findings.allSatisfy { !$0.isRepairable })
  }

  @Test func `only abandoned temporary files are removed`() throws {
    try fill()
    let config = TestFolder()
    let drafts = ["ladder.db.part-abcdef", "ladder-before-update-x.db.part-abcdef-journal"]
    for name in drafts + ["ladder.txt", "notes.part-abcdef"] { folder.write("", to: name) }
    for name in ["settings", "settings.part-abcdef", "settings.backup"] {
      config.write("", to: name)
    }
    func doctor(_ minutes: Double) -> Doctor {
      Doctor(
        folder: folder.data, settingsFile: SettingsFile(path: config.path + "/settings"),
        now: Date().addingTimeInterval(minutes * 60))
    }
    // A recent file may still be in use.
    #expect(doctor(0).findings() == [])
    let findings = doctor(11).findings()
    #expect(findings.count == 3)
    _ = try doctor(11).repair(findings)
    #expect(folder.contents == ["ladder.db", "ladder.txt", "notes.part-abcdef"])
    #expect(config.contents == ["settings", "settings.backup"])
  }

  @Test func `the temporary file of a backup in another folder is removed`() throws {
    try fill()
    let otherFolder = TestFolder()
    // A killed process leaves this temporary file and its link.
    let temporary = try TemporaryFile(
      for: otherFolder.path + "/backup.db", linkPrefix: folder.path + "/ladder-backup")
    let name = String(temporary.path.dropFirst(otherFolder.path.count + 1))
    let note = "ladder-backup" + name.dropFirst("backup.db".count)
    #expect(folder.contents == [note, "ladder.db"])
    otherFolder.write("", to: name + "-journal")
    otherFolder.write("", to: "backup.db.part-others")
    func doctor(_ minutes: Double) -> Doctor {
      Doctor(
        folder: folder.data, settingsFile: nil, now: Date().addingTimeInterval(minutes * 60))
    }
    #expect(doctor(0).findings() == [])
    let findings = doctor(11).findings()
    #expect(findings.count == 3)
    _ = try doctor(11).repair(findings)
    #expect(folder.contents == ["ladder.db"])
    #expect(otherFolder.contents == ["backup.db.part-others"])
    withExtendedLifetime(temporary) {}
  }

  @Test func `a finished backup leaves no link`() throws {
    try fill()
    let otherFolder = TestFolder()
    _ = try Backups(folder.data).make(at: otherFolder.path + "/backup.db")
    #expect(otherFolder.contents == ["backup.db"])
    #expect(folder.contents == ["ladder.db"])
  }

  @Test(arguments: ["ladder-backup.part-abcdef", "ladder-backup.part-other1"])
  func `the target of an unrelated link is not removed`(name: String) throws {
    try fill()
    let other = TestFolder()
    other.write("mine", to: "thesis.part-other2")
    symlink(other.path + "/thesis.part-other2", "\(folder.path)/\(name)")
    let doctor = Doctor(
      folder: folder.data, settingsFile: nil, now: Date().addingTimeInterval(660))
    _ = try doctor.repair(doctor.findings())
    #expect(folder.contents == ["ladder.db"])
    #expect(other.text(of: "thesis.part-other2") == "mine")
  }
}
