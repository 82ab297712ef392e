import Clients
import FoundationEssentials
import HTTPClient
import Models
import ReducerRuntime
import SQLite
import ServerAPI
import SystemTestSupport
import Testing

@testable import ClientsLive

/// Tests of synchronizing the history through a real server's routes, without a network and in virtual time.
struct HistorySyncTests {
  private let server: GroupServer
  private let laptop: Machine
  private let desktop: Machine

  /// A machine with a data folder.
  private struct Machine {
    let folder = TestFolder()
    let database: Database
    let file: AccountFile
    let history: HistorySync
    let settings: SettingsFile

    init(_ transport: Transport) throws {
      database = try Database(Connection.open(in: folder.data))
      file = AccountFile(in: folder.data)
      settings = SettingsFile(path: folder.path + "/settings")
      history = HistorySync(file, database, transport, settings: settings, now: { .sunday })
    }

    var account: StoredAccount { get throws { try #require(try file.load().first) } }

    var workouts: WorkoutsClient {
      .live(database: database, person: .sample("Ann"), now: { .sunday })
    }

    var strength: StrengthClient { .live(database: database, person: .sample("Ann")) }

    func join(_ account: StoredAccount) throws { try file.update { $0.append(account) } }

    @discardableResult
    func sync() async throws -> Synchronization.Result { try await history.run(account) }
  }

  init() throws {
    server = try GroupServer()
    laptop = try Machine(server.transport)
    desktop = try Machine(server.transport)
    try laptop.join(server.join("Ann"))
    try desktop.join(server.join("Ann"))
  }

  /// Copies the laptop's key to the desktop, like a link for another device.
  private func shareKey() throws {
    let key = try #require(try laptop.account.journalKey)
    try desktop.file.update { $0[0].setJournalKey(key) }
  }

  @Test func `a strength session arrives with its sets`() async throws {
    try await laptop.sync()
    try shareKey()
    let set = try SetEntry(text: "100x5@9 slow", unit: .kilograms)
    let session = try WorkoutDraft.strength("squat 100x5").copy {
      $0.append(.set("squat", set), at: .seconds(60))
    }
    _ = try await laptop.workouts.finish(session)
    try await laptop.sync()
    try await desktop.sync()
    let received = try await desktop.database.run { stores in
      try stores.strength.sets(of: session.id)
    }
    #expect(received == session.log.sets)
  }

  @Test func `a progression rule and its removal arrive`() async throws {
    try await laptop.sync()
    try shareKey()
    let rule = try ProgressionRule(text: "linear 5x5 +2.5")
    try await laptop.strength.saveSettings(
      ExerciseSettings(rule: rule, note: WorkoutNote("belt")), "Squat")
    try await laptop.strength.saveSettings(ExerciseSettings(rule: rule), "Élan")
    #expect(try await laptop.sync().sentCount == 2)
    #expect(try await laptop.sync().sentCount == 0)
    try await desktop.sync()
    #expect(
      try await desktop.strength.history("squat").settings
        == ExerciseSettings(rule: rule, note: WorkoutNote("belt")))
    // Another spelling refers to the same exercise.
    let other = try ProgressionRule(text: "double 3x8-12 +2.5")
    try await desktop.strength.saveSettings(ExerciseSettings(), "SQUATS")
    try await desktop.strength.saveSettings(ExerciseSettings(rule: other), "elan")
    #expect(try await desktop.sync().sentCount == 2)
    try await laptop.sync()
    #expect(try await laptop.strength.history("squat").rule == nil)
    #expect(try await laptop.strength.history("Élan").rule == other)
  }

  @Test func `an exercise's new name arrives, and so does the undo of the renaming`() async throws {
    try await laptop.sync()
    try shareKey()
    _ = try await laptop.workouts.finish(.strength("pullup x5"))
    let name = try await laptop.database.run {
      try $0.strength.rename("pullup", to: "chin-up", by: .sample("Ann"))
    }
    #expect(name == "chin-up")
    for machine in [laptop, desktop] { try await machine.sync() }
    #expect(try await desktop.strength.exercises().map(\.name) == ["chin-up"])
    #expect(try await desktop.strength.history("Pull ups").exercise == "chin-up")
    let isUndone = try await desktop.database.run {
      try $0.strength.undoRenaming(of: "Pull-ups", by: .sample("Ann"))
    }
    #expect(isUndone)
    for machine in [desktop, laptop] { try await machine.sync() }
    #expect(try await laptop.strength.exercises().map(\.name) == ["pullup"])
    #expect(try await laptop.sync() == .init())
  }

  @Test func `all machines keep the same rule if two machines set different ones`() async throws {
    try await laptop.sync()
    try shareKey()
    try await laptop.strength.saveSettings(
      ExerciseSettings(rule: ProgressionRule(text: "linear 5x5 +2.5")), "Row")
    try await desktop.strength.saveSettings(
      ExerciseSettings(rule: ProgressionRule(text: "double 3x8-12 +2.5")), "row")
    for machine in [laptop, desktop, laptop, desktop] { try await machine.sync() }
    let rule = try await laptop.strength.history("row").rule
    #expect(rule != nil)
    #expect(try await desktop.strength.history("row").rule == rule)
    #expect(try await laptop.sync() == .init())
    #expect(try await desktop.sync() == .init())
  }

  @Test func `a rule that cannot be read stays on its machine`() async throws {
    try await laptop.sync()
    let rule = try ProgressionRule(text: "linear 5x5 +2.5")
    try await laptop.strength.saveSettings(ExerciseSettings(rule: rule), "squat")
    try await laptop.database.run { try $0.run("UPDATE exercise_settings SET rule = 'wave 5x5'") }
    #expect(try await laptop.sync().sentCount == 0)
    #expect(try await laptop.strength.history("squat").rule == nil)
  }

  @Test func `the first machine creates the key and the second gets it with a link`() async throws {
    let saved = try await laptop.workouts.finish(.sample(reps: 5))
    #expect(try await laptop.sync() == .init(sentCount: 1))
    #expect(try laptop.account.journalKey != nil)
    try shareKey()
    #expect(try await desktop.sync() == .init(receivedCount: 1))
    #expect(try await desktop.workouts.history(nil, nil, 10) == [saved.workout])
  }

  @Test func `the first machine to synchronize has the key, even without workouts`() async throws {
    try await laptop.sync()
    await #expect(throws: SynchronizationError.otherKey) { try await desktop.sync() }
    #expect(try desktop.account.journalKey == nil)
  }

  @Test func `a machine without the key does not synchronize until the words are typed`()
    async throws
  {
    _ = try await laptop.workouts.finish(.sample(reps: 5))
    try await laptop.sync()
    await #expect(throws: SynchronizationError.otherKey) { try await desktop.sync() }
    #expect(try desktop.account.journalKey == nil)
    await #expect(throws: SynchronizationError.otherKey) {
      try await desktop.history.useKey(JournalKey(), of: try desktop.account)
    }
    let words = try #require(try laptop.account.journalKey).words.joined(separator: " ")
    let result = try await desktop.history.useKey(
      JournalKey(words: words), of: try desktop.account)
    #expect(result.receivedCount == 1)
  }

  @Test func `a new key is stored and the other machine needs it`() async throws {
    _ = try await laptop.workouts.finish(.sample(reps: 5))
    try await laptop.sync()
    try shareKey()
    try await desktop.sync()
    let old = try laptop.account.journalKey
    _ = try await laptop.history.changeKey(laptop.account)
    #expect(try laptop.account.journalKey != old)
    #expect(try laptop.account.formerJournalKeys == [old].compactMap(\.self))
    await #expect(throws: SynchronizationError.otherKey) { try await desktop.sync() }
    try shareKey()
    #expect(try await desktop.sync() == .init())
  }

  @Test func `a key change that was interrupted is completed by the next synchronization`()
    async throws
  {
    _ = try await laptop.workouts.finish(.sample(reps: 5))
    try await laptop.sync()
    let new = JournalKey()
    try laptop.file.update { $0[0].setJournalKey(new) }
    try await laptop.sync()
    let page = try await ServerConnection(laptop.account, server.transport).journalPage(after: nil)
    #expect(page.key == new.id && page.entries.count == 1)
    try shareKey()
    #expect(try await desktop.sync() == .init(receivedCount: 1))
  }

  @Test func `a machine never returns to a former key`() async throws {
    try await laptop.sync()
    let old = try #require(try laptop.account.journalKey)
    _ = try await laptop.history.changeKey(laptop.account)
    let new = try laptop.account.journalKey
    try laptop.file.update { $0[0].setJournalKey(old) }
    #expect(try laptop.account.journalKey == new)
  }

  @Test func `chosen settings are written to the other machine's file`() async throws {
    for machine in [laptop, desktop] {
      try machine.file.update { $0[0].syncedSettings = ["week-start", "unknown"] }
    }
    var settings = Settings()
    settings.weekStart = .sunday
    settings.theme = .light
    try laptop.settings.save(settings)
    try await laptop.sync()
    try shareKey()
    try await desktop.sync()
    #expect(desktop.settings.load().settings.weekStart == .sunday)
    #expect(desktop.settings.load().settings.theme == .terminal)
    // A setting that is shared later takes the value of the machine that shared it first.
    try laptop.file.update { $0[0].syncedSettings = ["week-start", "theme"] }
    try await laptop.sync()
    try await desktop.sync()
    try desktop.file.update { $0[0].syncedSettings = ["week-start", "theme"] }
    try await desktop.history.adoptSettings(of: desktop.account)
    #expect(desktop.settings.load().settings.theme == .light)
  }

  @Test func `another member cannot read the journal`() async throws {
    _ = try await laptop.workouts.finish(.sample(reps: 5))
    try await laptop.sync()
    let page = try await ServerConnection(try server.join("Bob"), server.transport)
      .journalPage(after: nil)
    #expect(page.key == nil && page.entries.isEmpty)
  }

  // MARK: - In the background

  @Test func `a machine that has not joined does not synchronize`() async throws {
    let alone = try Machine(Transport(send: { _ in throw HTTPError(.connectionFailed, "") }))
    let client = SyncClient.live(
      alone.file, database: alone.database, outbox: Outbox(alone.database, server.transport),
      history: alone.history, clock: TestClock())
    await client.keepSyncing { Issue.record("nothing can change") }
  }

  @Test func `the background task runs at the start, on request and periodically`()
    async throws
  {
    let clock = TestClock()
    let changes = AsyncStream.makeStream(of: Void.self)
    _ = try await laptop.workouts.finish(.sample(reps: 5))
    try await laptop.sync()
    try shareKey()
    let client = SyncClient.live(
      desktop.file, database: desktop.database, outbox: Outbox(desktop.database, server.transport),
      history: desktop.history, clock: clock)
    let task = Task { await client.keepSyncing { changes.continuation.yield() } }
    var iterator = changes.stream.makeAsyncIterator()
    await iterator.next()
    #expect(try await desktop.workouts.history(nil, nil, 10).count == 1)

    _ = try await laptop.workouts.finish(.sample(reps: 6))
    try await laptop.sync()
    client.request()
    await iterator.next()
    #expect(try await desktop.workouts.history(nil, nil, 10).count == 2)

    _ = try await laptop.workouts.finish(.sample(reps: 7))
    try await laptop.sync()
    await clock.advance(by: .seconds(180))
    await iterator.next()
    #expect(try await desktop.workouts.history(nil, nil, 10).count == 3)
    task.cancel()
    await task.value
  }
}
