import Clients
import FoundationEssentials
import Glibc
import Models
import SQLite
import SystemTestSupport
import Testing

@testable import ClientsLive

/// Tests of recording the elapsed time of a running workout between reps, and of heartbeat pages of killed processes.
struct HeartbeatTests {
  private let folder = TestFolder()
  private let database: Database
  private let ann: WorkoutsClient
  /// The current time for the database and the heartbeat.
  private let now = Date.sunday.addingTimeInterval(7200)

  init() throws {
    database = try Database(Connection.open(in: folder.data))
    ann = .live(
      database: database, person: .sample("Ann"), now: { [now] in now }, heartbeat: Heartbeat())
  }

  /// Returns the elapsed times in the database.
  private func storedElapsedTimes() async throws -> [Int64] {
    try await database.run {
      try $0.all("SELECT duration_ms FROM unfinished") { $0.integer(0) }
    }
  }

  @Test func `elapsed time is recorded without the database`() async throws {
    var draft = WorkoutDraft.sample(reps: 3)
    try await ann.checkpoint(draft)
    for _ in 1...29 {
      draft.duration += .seconds(1)
      try await ann.checkpoint(draft)
      #expect(try await storedElapsedTimes() == [5000])
      #expect(try await ann.unfinished() == [draft])
    }
    // The database saves every 30 seconds, because a power failure clears shared memory.
    draft.duration += .seconds(1)
    try await ann.checkpoint(draft)
    #expect(try await storedElapsedTimes() == [35_000])
    _ = try await ann.discard(draft.id)
  }

  @Test func `a late database response creates no page`() {
    let heartbeat = Heartbeat()
    let draft = WorkoutDraft.sample(reps: 3)
    let endedCount = heartbeat.endedCount
    heartbeat.end(draft.id)
    heartbeat.didSave(draft, in: folder.data.databasePath, since: endedCount)
    #expect(!heartbeat.recordBeat(for: draft, at: now))
    heartbeat.didSave(draft, in: folder.data.databasePath, since: heartbeat.endedCount)
    #expect(heartbeat.recordBeat(for: draft, at: now))
    heartbeat.end(draft.id)
  }

  @Test func `adding or undoing a rep is saved in the database immediately`() async throws {
    var draft = WorkoutDraft.sample(reps: 3)
    try await ann.checkpoint(draft)
    draft.duration += .seconds(1)
    try await ann.checkpoint(draft)
    draft.duration += .milliseconds(10)
    draft.log.append(.press, at: draft.duration)
    try await ann.checkpoint(draft)
    #expect(try await storedElapsedTimes() == [6010])
    draft.duration += .milliseconds(10)
    draft.log.append(.undo, at: draft.duration)
    try await ann.checkpoint(draft)
    #expect(try await storedElapsedTimes() == [6020])
    _ = try await ann.discard(draft.id)
  }

  @Test func `saving a rep is retried in the next second if it failed`() async throws {
    var draft = WorkoutDraft.sample(reps: 3)
    try await ann.checkpoint(draft)
    try await database.setWritable(false)
    draft.log.append(.press, at: draft.duration)
    await #expect(throws: DatabaseError.self) { try await ann.checkpoint(draft) }
    draft.duration += .seconds(1)
    await #expect(throws: DatabaseError.self) { try await ann.checkpoint(draft) }
    try await database.setWritable(true)
    try await ann.checkpoint(draft)
    #expect(try await storedElapsedTimes() == [6000])
    _ = try await ann.discard(draft.id)
  }

  @Test func `another process reads the elapsed time`() async throws {
    var draft = WorkoutDraft.sample(reps: 3)
    try await ann.checkpoint(draft)
    draft.duration += .seconds(9)
    try await ann.checkpoint(draft)
    let other = try Connection.open(in: folder.data)
    #expect(try other.unfinished.all(of: .sample("Ann")) == [draft])
    let status = try #require(
      try other.unfinished.status(of: .sample("Ann"), now: now, catalogue: .standard))
    #expect(status.phase == .running)
    #expect(status.elapsed == .seconds(14))
    _ = try await ann.discard(draft.id)
  }

  @Test func `the status shows the workout with the latest beat`() async throws {
    var older = WorkoutDraft.sample(at: .sunday)
    let newer = WorkoutDraft.sample(at: .sunday.addingTimeInterval(3600))
    try await ann.checkpoint(older)
    try await database.run { [now] in
      try $0.unfinished.checkpoint(newer, by: .sample("Ann"), at: now.addingTimeInterval(-1))
    }
    older.duration += .seconds(1)
    try await ann.checkpoint(older)
    let status = try await database.run { [now] in
      try $0.unfinished.status(of: .sample("Ann"), now: now, catalogue: .standard)
    }
    #expect(status?.elapsed == older.duration)
    _ = try await ann.discard(older.id)
  }

  @Test(arguments: [true, false])
  func `a finished workout leaves no page behind`(isSaved: Bool) async throws {
    var draft = WorkoutDraft.sample(reps: 3)
    try await ann.checkpoint(draft)
    draft.duration += .seconds(1)
    try await ann.checkpoint(draft)
    #expect(Beat.last(of: draft.id) == Beat(elapsed: draft.duration, at: now))
    if isSaved { _ = try await ann.finish(draft) } else { try await ann.discard(draft.id) }
    #expect(Beat.last(of: draft.id) == nil)
    // This checkpoint creates a page without a beat. The old page would still have its beat.
    try await ann.checkpoint(draft)
    #expect(Beat.last(of: draft.id) == nil)
    _ = try await ann.discard(draft.id)
  }

  @Test func `without a heartbeat, the database stores the time every second`() async throws {
    let plain = WorkoutsClient.live(database: database, person: .sample("Ann"))
    var draft = WorkoutDraft.sample(reps: 3)
    try await plain.checkpoint(draft)
    draft.duration += .seconds(1)
    try await plain.checkpoint(draft)
    #expect(try await storedElapsedTimes() == [6000])
    #expect(Beat.last(of: draft.id) == nil)
  }

  @Test func `an in-memory database ignores beats of workouts with the same ID`()
    async throws
  {
    var draft = WorkoutDraft.sample(reps: 3)
    let memory = try Connection.inMemory()
    try memory.unfinished.checkpoint(draft, by: .sample("Ann"), at: now)
    try await ann.checkpoint(draft)
    let stored = draft
    draft.duration += .seconds(1)
    try await ann.checkpoint(draft)
    #expect(try memory.unfinished.all(of: .sample("Ann")) == [stored])
    let status = try memory.unfinished.status(of: .sample("Ann"), now: now, catalogue: .standard)
    #expect(status?.elapsed == stored.duration)
    _ = try await ann.discard(draft.id)
  }

  /// Leaves a page behind, like a killed process.
  private func leavePage(of draft: WorkoutDraft, in database: String) {
    let heartbeat = Heartbeat()
    heartbeat.didSave(draft, in: database, since: heartbeat.endedCount)
    #expect(heartbeat.recordBeat(for: draft, at: now))
  }

  @Test func `the page of a killed process is removed if its workout is unknown`() throws {
    let stores = try Connection.open(in: folder.data)
    let offered = WorkoutDraft.sample(reps: 3)
    try stores.unfinished.checkpoint(offered, by: .sample("Ann"), at: now)
    let forgotten = WorkoutDraft.sample(reps: 3)
    for draft in [offered, forgotten] { leavePage(of: draft, in: folder.data.databasePath) }
    stores.unfinished.removeAbandonedHeartbeats()
    #expect(Beat.last(of: offered.id) != nil)
    #expect(Beat.last(of: forgotten.id) == nil)
    HeartbeatPage.remove(offered.id)
  }

  @Test func `the page of a running process is not removed`() throws {
    let draft = WorkoutDraft.sample(reps: 3)
    let running = Heartbeat()
    running.didSave(draft, in: folder.data.databasePath, since: running.endedCount)
    #expect(running.recordBeat(for: draft, at: now))
    try Connection.open(in: folder.data).unfinished.removeAbandonedHeartbeats()
    #expect(Beat.last(of: draft.id) != nil)
    running.end(draft.id)
  }

  @Test func `the page of a deleted database is removed`() throws {
    let other = TestFolder()
    other.write("", to: "ladder.db")
    let draft = WorkoutDraft.sample(reps: 3)
    leavePage(of: draft, in: other.data.databasePath)
    let stores = try Connection.open(in: folder.data)
    stores.unfinished.removeAbandonedHeartbeats()
    #expect(Beat.last(of: draft.id) != nil)
    unlink(other.data.databasePath)
    stores.unfinished.removeAbandonedHeartbeats()
    #expect(Beat.last(of: draft.id) == nil)
  }

  @Test func `a page without a database path is not removed`() throws {
    let id = UUID()
    let name = "/ladder-\(geteuid())-\(id.uuidString)"
    let file = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0o600)
    try #require(file >= 0 && ftruncate(file, 16) == 0)
    defer { shm_unlink(name) }
    close(file)
    try Connection.open(in: folder.data).unfinished.removeAbandonedHeartbeats()
    #expect(fileExists("/dev/shm" + name))
  }
}

struct ProcessIdentityTests {
  @Test func `the current process is alive and has a stable identity`() {
    #expect(ProcessIdentity.current.isKnownToBeRunning)
    #expect(ProcessIdentity(text: ProcessIdentity.current.text) == .current)
  }

  @Test(arguments: ["", "x", "a/b/c", "boot/1/1"])
  func `a process whose identity is not from this boot is not known to be running`(text: String) {
    #expect(!ProcessIdentity(text: text).isKnownToBeRunning)
    #expect(ProcessIdentity(text: text).isRunning == nil)
  }

  @Test func `a reused process ID identifies another process`() {
    #expect(ProcessIdentity(text: ProcessIdentity.current.text + "0").isRunning == false)
  }

  @Test func `only workouts without a running process are abandoned`() throws {
    let folder = TestFolder()
    let stores = try Connection.open(in: folder.data)
    let (mine, others, lost) = (
      WorkoutDraft.sample(), WorkoutDraft.sample(), WorkoutDraft.sample()
    )
    let me = ProcessIdentity(text: "me")
    try stores.unfinished.checkpoint(mine, by: .sample("Ann"), owner: me)
    try stores.unfinished.checkpoint(others, by: .sample("Ann"), owner: .current)
    try stores.unfinished.checkpoint(lost, by: .sample("Ann"), owner: ProcessIdentity(text: "lost"))
    let abandoned = try stores.unfinished.abandoned(of: .sample("Ann"), by: me)
    #expect(Set(abandoned.map(\.id)) == [mine.id, lost.id])
    // The process that resumes a workout owns it.
    try stores.unfinished.checkpoint(lost, by: .sample("Ann"), owner: .current)
    #expect(try stores.unfinished.abandoned(of: .sample("Ann"), by: me).map(\.id) == [mine.id])
    #expect(try stores.unfinished.all(of: .sample("Ann")).count == 3)
  }
}
