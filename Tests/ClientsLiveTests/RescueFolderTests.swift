import Clients
import Files
import FoundationEssentials
import Glibc
import Models
import SQLite
import SystemTestSupport
import Testing

@testable import ClientsLive

/// Tests of the files with workouts that the database could not save.
struct RescueFolderTests {
  private let folder = TestFolder()
  private let settings = TestFolder()
  private let ann = PersonName.sample("Ann")

  private var settingsFile: SettingsFile { SettingsFile(path: settings.path + "/settings") }

  private func rescue(of data: DataFolder) throws -> RescueFolder {
    try #require(RescueFolder(nextTo: settingsFile, for: data))
  }

  /// Writes a file like one that an ended process left behind.
  @discardableResult
  private func writeRescueFile(_ draft: WorkoutDraft, in data: TestFolder? = nil) -> String {
    let rescued = RescuedWorkout(
      draft, by: ann, dataFolder: (data ?? folder).path, owner: ProcessIdentity(text: "ended"))
    let path = "\(settings.path)/unsaved-\(draft.id.uuidString).json"
    #expect(replaceFile(at: path, with: rescued.bytes) == 0)
    return path
  }

  private var draft: WorkoutDraft {
    var draft = WorkoutDraft.sample(reps: 10)
    draft.purpose = .set(2, ofSession: 7)
    draft.utcOffset = -8 * 3600
    draft.ghost = Ghost(name: "Bob", log: WorkoutLog(reps: RepLog(milliseconds: [900, 1800])!))
    return draft
  }

  @Test func `a workout is written to a private file and read back`() throws {
    _ = try Connection.open(in: folder.data)
    let rescue = try rescue(of: folder.data)
    let path = try rescue.write(draft, by: ann)
    #expect(rescue.files == [path] && settings.contents.count == 1)
    #expect(settings.mode(of: settings.contents[0]) == 0o600)
    // This process is still trying to save the workout.
    #expect(rescue.state(of: path) == .inUse)
    let draft = draft
    #expect(
      rescue.state(of: writeRescueFile(draft))
        == .workout(
          RescuedWorkout(
            draft, by: ann, dataFolder: folder.path, owner: ProcessIdentity(text: "ended"))))
  }

  @Test func `a strength session is written with its sets and its plan`() async throws {
    let database = try Database(Connection.open(in: folder.data))
    let client = WorkoutsClient.live(
      database: database, person: ann, rescue: try rescue(of: folder.data))
    let session = try WorkoutDraft.strength(
      "squat 100x5 100x5@9", plan: "squat 5x5 @ 100kg rest 3:00")
    let path = writeRescueFile(session)
    #expect(try await client.unfinished() == [session])
    #expect(settings.contents == [])
    // A set that cannot be read makes the whole file unreadable, so that nothing is lost silently.
    let text = String(
      decoding: RescuedWorkout(session, by: ann, dataFolder: "").bytes, as: UTF8.self)
    let log = Data(session.log.bytes)
    let damagedLog = Data(String(decoding: log, as: UTF8.self).replacing("x5@9", with: "x0@9").utf8)
    let damaged = text.replacing(log.base64EncodedString(), with: damagedLog.base64EncodedString())
    #expect(RescuedWorkout(bytes: Array(text.utf8)) != nil && damaged != text)
    #expect(RescuedWorkout(bytes: Array(damaged.utf8)) == nil)
    #expect(!fileExists(path))
    await database.close()
  }

  @Test func `the next start offers the workout once and removes the file`() async throws {
    let database = try Database(Connection.open(in: folder.data))
    let client = WorkoutsClient.live(
      database: database, person: ann, rescue: try rescue(of: folder.data))
    // Two reps of the workout were saved before the disk was full.
    var begun = draft
    begun.log = WorkoutLog(reps: RepLog(milliseconds: [1500, 3000])!)
    begun.duration = .seconds(4)
    let whole = WorkoutDraft(
      id: begun.id, challenge: begun.challenge, startedAt: begun.startedAt,
      utcOffset: begun.utcOffset, duration: draft.duration, log: draft.log, purpose: draft.purpose,
      ghost: draft.ghost)
    try await database.run { [begun, ann] in try $0.unfinished.checkpoint(begun, by: ann) }
    writeRescueFile(whole)
    #expect(try await client.unfinished() == [whole])
    #expect(settings.contents == [])
    _ = try await client.finish(whole)
    // Writes the same file again, as if it had been copied.
    writeRescueFile(whole)
    #expect(try await client.unfinished() == [])
    #expect(try await client.history(nil, nil, 10).map(\.reps) == [10])
    #expect(settings.contents == [])
    await database.close()
  }

  @Test func `a workout is offered from its file while the disk is full`()
    async throws
  {
    let database = try Database(Connection.open(in: folder.data))
    let client = WorkoutsClient.live(
      database: database, person: ann, rescue: try rescue(of: folder.data))
    let draft = draft
    writeRescueFile(draft)
    try await database.setWritable(false)
    #expect(try await client.unfinished() == [draft])
    #expect(settings.contents.count == 1)
    await #expect(throws: DatabaseError.self) { try await client.finish(draft) }
    #expect(settings.contents.count == 1)
    try await database.setWritable(true)
    _ = try await client.finish(draft)
    #expect(settings.contents == [])
    await database.close()
  }

  @Test func `a workout that is discarded leaves no file`() async throws {
    let database = try Database(Connection.open(in: folder.data))
    let client = WorkoutsClient.live(
      database: database, person: ann, rescue: try rescue(of: folder.data))
    let draft = draft
    _ = try await client.rescue(draft)
    try await client.discard(draft.id)
    #expect(settings.contents == [])
    await database.close()
  }

  @Test func `doctor names the other data folder to which a workout belongs`()
    throws
  {
    let other = TestFolder()
    let path = writeRescueFile(draft, in: other)
    let stores = try Connection.open(in: folder.data)
    #expect(try rescue(of: folder.data).importWorkouts(into: stores).isEmpty)
    #expect(fileExists(path) && !stores.hasUnfinished)
    let doctor = Doctor(folder: folder.data, settingsFile: settingsFile)
    let finding = try #require(doctor.findings().first)
    #expect(finding.remedy.contains("--data \(other.path)") && !finding.isRepairable)
    stores.close()
  }

  @Test func `doctor finds a workout and imports it once`() throws {
    _ = try Connection.open(in: folder.data)
    let path = writeRescueFile(draft)
    let doctor = Doctor(folder: folder.data, settingsFile: settingsFile)
    let findings = doctor.findings()
    #expect(
      findings.map(\.problem) == [
        "\(path): a workout of Ann (pushups-2min, 10 reps in 00:15.50) could not be saved"
      ])
    _ = try doctor.repair(findings)
    _ = try doctor.repair(findings)
    #expect(doctor.findings() == [] && settings.contents == [])
    let stores = try Connection.open(in: folder.data)
    #expect(try stores.unfinished.abandoned(of: ann).map(\.log.reps.count) == [10])
    stores.close()
  }

  /// Ways to tamper with a file, and doctor's messages.
  enum Tampering: String, CaseIterable {
    case link = "it is a link"
    case pipe = "it is a pipe, not a regular file"
    case open = "others can read or change it"
    case foreign = "it belongs to another user"
    case renamed = "its name does not match its workout"
    case long = "it cannot be read completely, or is too large"
    case text = "it does not contain a workout"

    func apply(to path: String) {
      switch self {
      case .link:
        rename(path, path + ".real")
        symlink(path + ".real", path)
      case .pipe:
        unlink(path)
        mkfifo(path, 0o600)
      case .open: chmod(path, 0o604)
      case .foreign: chown(path, 65_534, 65_534)
      case .renamed: rename(path, path.replacing("unsaved-", with: "unsaved-0"))
      case .long: truncate(path, 5 << 20)
      case .text: truncate(path, 30)
      }
    }
  }

  @Test(arguments: Tampering.allCases)
  func `a file that Ladder did not write is reported and not changed`(tampering: Tampering) throws {
    // Only root can change the owner of a file.
    guard tampering != .foreign || geteuid() == 0 else { return }
    tampering.apply(to: writeRescueFile(draft))
    let before = settings.contents
    let stores = try Connection.open(in: folder.data)
    #expect(try rescue(of: folder.data).importWorkouts(into: stores).isEmpty)
    #expect(settings.contents == before && !stores.hasUnfinished)
    let findings = Doctor(folder: folder.data, settingsFile: settingsFile).findings()
    #expect(findings.count == 1 && findings.allSatisfy { !$0.isRepairable })
    #expect(findings[0].problem.contains(tampering.rawValue), "\(findings[0].problem)")
    stores.close()
  }

  @Test func `presses after the last recorded time are kept`() throws {
    var draft = draft
    draft.duration = .milliseconds(14_990)
    let rescued = RescuedWorkout(bytes: RescuedWorkout(draft, by: ann, dataFolder: "/data").bytes)
    #expect(rescued?.draft.log == draft.log)
    #expect(rescued?.draft.duration == .seconds(15))
  }

  @Test func `values out of range are rejected`() throws {
    let bytes = RescuedWorkout(draft, by: ann, dataFolder: "/data").bytes
    #expect(RescuedWorkout(bytes: bytes)?.draft.log.reps.count == 10)
    let text = String(decoding: bytes, as: UTF8.self)
    let log = "\"log\":\"\(Data(draft.log.bytes).base64EncodedString())\""
    for (original, wrong) in [
      ("\"duration_ms\":15500", "\"duration_ms\":-1"),
      ("\"duration_ms\":15500", "\"duration_ms\":14999"),
      ("\"duration_ms\":15500", "\"duration_ms\":4294967296"),
      ("\"duration_ms\":15500", "\"duration_ms\":1e400"),
      // Times that do not increase, a truncated log, and text that is not Base64.
      (log, "\"log\":\"AgA=\""), (log, "\"log\":\"gA==\""), (log, "\"log\":\"?\""),
      ("\"person\":\"Ann\"", "\"person\":\"\\u001b[2J\""),
      ("\"person\":\"Ann\"", "\"person\":\"\""),
      ("set 2 of 7", "set 2"), ("\"version\":1", "\"version\":2"),
      ("\"started_at\":1772366400000", "\"started_at\":9999999999999999"),
      ("\"utc_offset\":-28800", "\"utc_offset\":-86400"),
    ] {
      #expect(text.contains(original))
      let changed = text.replacing(original, with: wrong)
      #expect(RescuedWorkout(bytes: Array(changed.utf8)) == nil, "\(wrong)")
    }
    for count in [0, 1, bytes.count - 1] {
      #expect(RescuedWorkout(bytes: Array(bytes.prefix(count))) == nil)
    }
    #expect(RescuedWorkout(bytes: Array(repeating: UInt8(ascii: "["), count: 1 << 20)) == nil)
  }

  @Test func `the longest workout fits in a file`() throws {
    let instants = (1...RepLog.maxReps).map { UInt32.max - UInt32(RepLog.maxReps - $0) }
    let log = try #require(RepLog(milliseconds: instants))
    var draft = WorkoutDraft(
      id: UUID(), challenge: "pushups-2min", startedAt: .sunday, duration: RepLog.maxInstant,
      log: WorkoutLog(reps: log))
    draft.ghost = Ghost(name: "Bob", log: WorkoutLog(reps: log))
    let state = try rescue(of: folder.data).state(of: writeRescueFile(draft))
    guard case .workout(let rescued) = state else {
      Issue.record("\(state)")
      return
    }
    #expect(rescued.draft == draft)
  }
}

extension Connection {
  fileprivate var hasUnfinished: Bool {
    (try? first("SELECT 1 FROM unfinished") { _ in true }) == true
  }
}
