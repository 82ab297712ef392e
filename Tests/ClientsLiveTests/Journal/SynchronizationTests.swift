import Clients
import FoundationEssentials
import Models
import SQLite
import ServerAPI
import Testing

@testable import ClientsLive

struct SynchronizationTests {
  private let server = TestJournalServer()
  private let key = JournalKey()
  private let laptop: TestMachine
  private let desktop: TestMachine

  init() throws {
    laptop = try TestMachine()
    desktop = try TestMachine()
  }

  /// Synchronizes both machines until they have the same entries.
  private func syncBoth() async throws {
    for machine in [laptop, desktop, laptop] { try await machine.sync(with: server, key: key) }
  }

  private func expectSameView() async throws {
    #expect(try await laptop.view() == desktop.view())
  }

  private func plan(_ challenge: Challenge.ID = "pushups-2min", amount: Int = 32) -> TrainingPlan {
    TrainingPlan(
      id: UUID(), challenge: challenge,
      test: TestResult(
        measure: .reps, amount: amount, duration: .milliseconds(119_900), day: 20_513)!)
  }

  // MARK: - Workouts

  @Test func `a workout of one machine arrives on the other`() async throws {
    let saved = try await laptop.workouts.finish(.sample(reps: 5))
    #expect(try await laptop.sync(with: server, key: key).sentCount == 1)
    #expect(try await desktop.sync(with: server, key: key).receivedCount == 1)
    #expect(try await desktop.workouts.history(nil, nil, 10) == [saved.workout])
    #expect(try await desktop.workouts.best("pushups-2min") == saved.workout)
    try await expectSameView()
  }

  @Test func `a workout keeps its local day on the other machine`() async throws {
    var draft = WorkoutDraft.sample(reps: 5)
    draft.utcOffset = -13 * 3600
    let saved = try await laptop.workouts.finish(draft)
    #expect(saved.workout.localStart.text == "2026-02-28 23:00")
    try await syncBoth()
    #expect(try await desktop.workouts.history(nil, nil, 10) == [saved.workout])
    try await expectSameView()
  }

  @Test func `known entries are neither sent nor received again`() async throws {
    _ = try await laptop.workouts.finish(.sample(reps: 5))
    try await syncBoth()
    for machine in [laptop, desktop] {
      let result = try await machine.sync(with: server, key: key)
      #expect(result == ClientsLive.Synchronization.Result())
    }
    #expect(server.contents.entries.count == 1)
  }

  @Test func `the server sees nothing of a workout`() async throws {
    var draft = WorkoutDraft.sample(reps: 5)
    draft.startedAt = .sunday
    _ = try await laptop.workouts.finish(draft)
    try await laptop.sync(with: server, key: key)
    let data = try #require(server.contents.entries.first).data
    for text in ["pushups", "workout", "challenge", "Ann"] {
      #expect(Array(data).firstRange(of: Array(text.utf8)) == nil)
    }
  }

  @Test func `a thousand workouts after a week without a network are sent once`() async throws {
    for number in 0..<1000 {
      _ = try await laptop.workouts.finish(
        .sample(reps: 1 + number % 50, at: .sunday.addingTimeInterval(Double(number) * 600)))
    }
    #expect(try await laptop.sync(with: server, key: key).sentCount == 1000)
    #expect(try await desktop.sync(with: server, key: key).receivedCount == 1000)
    try await expectSameView()
  }

  @Test func `a deleted workout is deleted on the other machine until the undo`() async throws {
    for reps in [5, 7] { _ = try await laptop.workouts.finish(.sample(reps: reps)) }
    try await syncBoth()
    let best = try #require(try await desktop.workouts.best("pushups-2min"))
    _ = try await desktop.workouts.delete(best.id)
    try await syncBoth()
    #expect(try await laptop.workouts.history(nil, nil, 10).map(\.reps) == [5])
    try await expectSameView()
    _ = try await laptop.workouts.undo()
    try await syncBoth()
    #expect(try await desktop.workouts.best("pushups-2min") == best)
    try await expectSameView()
  }

  @Test func `a correction and its undo reach the other machine`() async throws {
    let old = try await laptop.workouts.finish(.sample(reps: 50)).workout
    try await syncBoth()
    let new = old.copy {
      $0.log = WorkoutLog(reps: RepLog(milliseconds: [900, 1800])!, duration: $0.duration)
    }
    try await desktop.workouts.correct(old.id, new)
    try await syncBoth()
    #expect(try await laptop.workouts.history(nil, nil, 10) == [new])
    try await expectSameView()
    #expect(
      try await laptop.workouts.undo() == UndoneChange(workout: old, replaced: new.id))
    try await syncBoth()
    #expect(try await desktop.workouts.history(nil, nil, 10) == [old])
    try await expectSameView()
  }

  @Test func `two machines that corrected the same workout keep both corrections`() async throws {
    let old = try await laptop.workouts.finish(.sample(reps: 50)).workout
    try await syncBoth()
    try await laptop.workouts.correct(
      old.id,
      old.copy {
        $0.log = WorkoutLog(reps: RepLog(milliseconds: [900, 1800])!, duration: $0.duration)
      })
    try await desktop.workouts.correct(
      old.id,
      old.copy { $0.log = WorkoutLog(reps: RepLog(milliseconds: [900])!, duration: $0.duration) })
    try await syncBoth()
    #expect(try await desktop.workouts.history(nil, nil, 10).map(\.reps).sorted() == [1, 2])
    try await expectSameView()
  }

  @Test(arguments: [-86_400.0, 86_400.0])
  func `the later change wins even if the clocks are a day apart`(difference: Double) async throws {
    desktop.now = laptop.now.addingTimeInterval(difference)
    let workout = try await laptop.workouts.finish(.sample(reps: 5)).workout
    try await syncBoth()
    // Each machine knows the other's change when it makes its own.
    _ = try await desktop.workouts.delete(workout.id)
    try await syncBoth()
    _ = try await laptop.workouts.undo()
    try await syncBoth()
    #expect(try await desktop.workouts.history(nil, nil, 10) == [workout])
    _ = try await desktop.workouts.delete(workout.id)
    try await syncBoth()
    #expect(try await laptop.workouts.history(nil, nil, 10) == [])
    try await expectSameView()
  }

  @Test func `the order of synchronizations does not affect the result`()
    async throws
  {
    let third = try TestMachine()
    let machines = [laptop, desktop, third]
    for (index, machine) in machines.enumerated() {
      for number in 0..<4 {
        _ = try await machine.workouts.finish(
          .sample(reps: 9, at: .sunday.addingTimeInterval(Double(index + 3 * number) * 7200)))
      }
    }
    for index in [2, 0, 1, 1, 2, 0, 0, 1, 2] {
      try await machines[index].sync(with: server, key: key)
    }
    #expect(try await laptop.workouts.history(nil, nil, 100).count == 12)
    try await expectSameView()
    #expect(try await third.view() == laptop.view())
  }

  // MARK: - Plans, challenges and settings

  @Test func `a plan continues with a session on each machine`() async throws {
    var plan = plan()
    _ = try await laptop.plans.start(plan)
    try await syncBoth()
    for number in 1...5 {
      let set = PlannedSet(session: plan.sessions[0], number: number)
      plan.finish(set, on: 20_515)
      _ = try await laptop.plans.recordSet(set, plan.id, 20_515)
    }
    try await syncBoth()
    #expect(try await desktop.plans.all() == [plan])
    let set = PlannedSet(session: plan.sessions[1], number: 1)
    plan.finish(set, on: 20_517)
    _ = try await desktop.plans.recordSet(set, plan.id, 20_517)
    try await syncBoth()
    #expect(try await laptop.plans.all() == [plan])
  }

  @Test func `a completed session stays completed`() async throws {
    let plan = plan()
    _ = try await laptop.plans.start(plan)
    try await syncBoth()
    for number in 1...5 {
      let set = PlannedSet(session: plan.sessions[0], number: number)
      _ = try await laptop.plans.recordSet(set, plan.id, 20_515)
    }
    // Later, a machine that does not know of the completed session records the first set of that session.
    desktop.now += 3600
    let set = PlannedSet(session: plan.sessions[0], number: 1)
    _ = try await desktop.plans.recordSet(set, plan.id, 20_516)
    try await syncBoth()
    #expect(try await desktop.plans.all().first?.completedDays == [20_515])
    try await expectSameView()
  }

  @Test func `both machines follow the later of two plans for a challenge`() async throws {
    let (first, second) = (plan(amount: 20), plan(amount: 40))
    _ = try await laptop.plans.start(first)
    desktop.now += 60
    _ = try await desktop.plans.start(second)
    try await syncBoth()
    try await syncBoth()
    #expect(try await laptop.plans.all() == [second])
    try await expectSameView()
  }

  @Test func `a plan that ends on one machine ends on the other until the undo`() async throws {
    let plan = plan()
    _ = try await laptop.plans.start(plan)
    try await syncBoth()
    try await desktop.plans.end("pushups-2min")
    try await syncBoth()
    #expect(try await laptop.plans.all() == [])
    _ = try await laptop.plans.undo("pushups-2min")
    try await syncBoth()
    #expect(try await desktop.plans.all() == [plan])
  }

  @Test func `a custom challenge arrives with its workouts and scores`() async throws {
    let challenge = try await laptop.challenges.add(
      .custom(
        "own-stairs", name: "Stairs", kind: .core, scoring: .reps(within: .seconds(60)),
        instructions: ["Up", "Down"]))
    _ = try await laptop.workouts.finish(.sample(challenge.id, reps: 7))
    try await syncBoth()
    #expect(try await desktop.challenges.custom().current == [challenge])
    #expect(try await desktop.workouts.best(challenge.id)?.reps == 7)
    try await expectSameView()
    try await desktop.challenges.delete(challenge.id)
    try await syncBoth()
    #expect(try await laptop.challenges.custom().current == [])
    #expect(try await laptop.challenges.custom().deleted.map(\.name) == ["Stairs"])
    _ = try await laptop.challenges.undo()
    try await syncBoth()
    #expect(try await desktop.challenges.custom().current == [challenge])
  }

  @Test func `a challenge of several exercises arrives with its routine`() async throws {
    let challenges = try [
      "AMRAP 10:00 (push-up 5, squat 10)", "3x(push-up 10, plank 30s)",
      "8x(own name 20s, rest 10s)",
    ].enumerated().map { index, text in
      let routine = try Routine(text: text)
      return Challenge.custom(
        Challenge.ID(rawValue: "own-\(index)"), name: "Own \(index)", kind: .core,
        scoring: try #require(routine.scoring), instructions: [], routine: routine)
    }
    for challenge in challenges { _ = try await laptop.challenges.add(challenge) }
    try await syncBoth()
    try await syncBoth()
    #expect(try await desktop.challenges.custom().current == challenges)
    #expect(try await laptop.challenges.custom().current == challenges)
    try await expectSameView()
  }

  @Test func `the shared settings are the same on both machines`() async throws {
    laptop.sharedSettings = [.rest: "60", .weekStart: "sunday"]
    try await laptop.sync(with: server, key: key)
    desktop.sharedSettings = [.rest: "90"]
    desktop.now += 60
    // The settings of a new machine do not replace settings that were shared before.
    try await syncBoth()
    #expect(desktop.sharedSettings == [.rest: "60"])
    #expect(laptop.sharedSettings == [.rest: "60", .weekStart: "sunday"])
    desktop.sharedSettings[.rest] = "120"
    try await syncBoth()
    #expect(laptop.sharedSettings == [.rest: "120", .weekStart: "sunday"])
  }

  // MARK: - Faults

  @Test(arguments: [false, true])
  func `no entry is lost or repeated if the connection breaks at any request`(afterHandling: Bool)
    async throws
  {
    for number in 0..<8 {
      _ = try await laptop.workouts.finish(
        .sample(reps: 5, at: .sunday.addingTimeInterval(Double(number) * 600)))
      _ = try await desktop.workouts.finish(
        .sample(reps: 6, at: .sunday.addingTimeInterval(Double(number) * 600 + 60)))
    }
    for request in 0..<12 {
      for machine in [laptop, desktop] {
        server.breakConnection(atRequest: request, afterHandling: afterHandling)
        _ = try? await machine.sync(with: server, key: key)
        server.breakConnection(atRequest: nil)
      }
    }
    try await syncBoth()
    #expect(server.contents.entries.count == 16)
    #expect(try await laptop.workouts.history(nil, nil, 100).count == 16)
    try await expectSameView()
  }

  @Test func `a server restored from a backup gets its lost entries back`() async throws {
    _ = try await laptop.workouts.finish(.sample(reps: 5))
    try await syncBoth()
    let backup = server.backup()
    _ = try await laptop.workouts.finish(.sample(reps: 6, at: .sunday.addingTimeInterval(600)))
    try await syncBoth()
    server.restore(backup)
    try await syncBoth()
    #expect(server.contents.entries.count == 2)
    try await expectSameView()
  }

  @Test func `a machine restored from a backup gets its lost data back`() async throws {
    let (backup, restored) = (laptop.folder.path + "/backup.db", laptop.folder.path + "/restored")
    _ = try await laptop.workouts.finish(.sample(reps: 5))
    try await laptop.sync(with: server, key: key)
    try await laptop.database.run { try $0.backUp(to: backup) }
    let lost = try await laptop.workouts.finish(
      .sample(reps: 6, at: .sunday.addingTimeInterval(600)))
    _ = try await laptop.workouts.delete(lost.workout.id)
    _ = try await laptop.workouts.finish(.sample(reps: 7, at: .sunday.addingTimeInterval(900)))
    try await syncBoth()
    let old = try TestMachine(database: backup, in: restored)
    try await old.sync(with: server, key: key)
    #expect(try await old.view() == desktop.view())
  }

  @Test func `entries of a newer program are kept and passed on, and applied after an update`()
    async throws
  {
    let future = try JournalRecord(
      .trash, JournalSubject("x"), at: HybridTime(milliseconds: 1, after: nil), TrashBody())
    let content = String(decoding: future.content, as: UTF8.self)
      .replacing(#""kind":"trash""#, with: #""kind":"swim","laps":4"#)
    let id = UUID()
    _ = try await server.upload(
      JournalUpload(
        key: key.id, entries: [JournalEntry(id: id, data: key.seal(Array(content.utf8), id: id))]))
    #expect(try await laptop.sync(with: server, key: key).receivedCount == 1)
    #expect(try await laptop.database.run { try $0.journal.unknownCount() } == 1)
    // The machine passes the entry on to a server that does not have it.
    let other = TestJournalServer()
    try await laptop.sync(with: other, key: key, account: "another")
    let passedOn = try #require(other.contents.entries.first { $0.id == id })
    #expect(key.open(passedOn.data, id: id) == Array(content.utf8))
  }

  // MARK: - Keys and hostile servers

  @Test func `a wrong key is refused with a message`() async throws {
    _ = try await laptop.workouts.finish(.sample(reps: 5))
    try await laptop.sync(with: server, key: key)
    _ = try await desktop.workouts.finish(.sample(reps: 6))
    await #expect(throws: SynchronizationError.otherKey) {
      try await desktop.sync(with: server, key: JournalKey())
    }
    #expect(server.contents.entries.count == 1)
  }

  @Test func `a new key is needed on the other machine, and nothing is lost`() async throws {
    _ = try await laptop.workouts.finish(.sample(reps: 5))
    try await syncBoth()
    _ = try await desktop.workouts.finish(.sample(reps: 6, at: .sunday.addingTimeInterval(600)))
    let new = JournalKey()
    let result = try await laptop.sync(with: server, key: new, formerKeys: [key])
    #expect(result.sentCount == 1)
    #expect(server.contents.key == new.id)
    await #expect(throws: SynchronizationError.otherKey) {
      try await desktop.sync(with: server, key: key)
    }
    try await desktop.sync(with: server, key: new)
    try await laptop.sync(with: server, key: new)
    #expect(try await laptop.workouts.history(nil, nil, 10).count == 2)
    try await expectSameView()
  }

  @Test func `a key change includes the latest entries of other machines`() async throws {
    _ = try await laptop.workouts.finish(.sample(reps: 5))
    try await syncBoth()
    _ = try await desktop.workouts.finish(.sample(reps: 6, at: .sunday.addingTimeInterval(600)))
    try await desktop.sync(with: server, key: key)
    let new = JournalKey()
    try await laptop.sync(with: server, key: new, formerKeys: [key])
    #expect(server.contents.entries.count == 2)
  }

  @Test func `a server restored to a state before a key change gets all entries with the new key`()
    async throws
  {
    _ = try await laptop.workouts.finish(.sample(reps: 5))
    try await syncBoth()
    let backup = server.backup()
    let keys = (0..<2).map { _ in JournalKey() }
    try await laptop.sync(with: server, key: keys[0], formerKeys: [key])
    _ = try await laptop.workouts.finish(.sample(reps: 6, at: .sunday.addingTimeInterval(600)))
    try await laptop.sync(with: server, key: keys[1], formerKeys: [keys[0], key])
    server.restore(backup)
    // Another machine, which knows neither new key, sends a workout to the restored server.
    _ = try await desktop.workouts.finish(.sample(reps: 7, at: .sunday.addingTimeInterval(900)))
    try await desktop.sync(with: server, key: key)
    let result = try await laptop.sync(with: server, key: keys[1], formerKeys: [keys[0], key])
    #expect(result == .init(sentCount: 3, receivedCount: 1))
    #expect(server.contents.key == keys[1].id)
    #expect(try await laptop.sync(with: server, key: keys[1]) == .init())
    await #expect(throws: SynchronizationError.otherKey) {
      try await desktop.sync(with: server, key: key)
    }
    try await desktop.sync(with: server, key: keys[1], formerKeys: [key])
    try await expectSameView()
    #expect(try await laptop.workouts.history(nil, nil, 10).count == 3)
  }

  @Test func `nothing is sent with a former key`() async throws {
    let stolen = JournalKey()
    server.contents.key = stolen.id
    _ = try await laptop.workouts.finish(.sample(reps: 5))
    try await laptop.sync(with: server, key: key, formerKeys: [stolen])
    let entry = try #require(server.contents.entries.first)
    #expect(stolen.open(entry.data, id: entry.id) == nil)
    #expect(key.open(entry.data, id: entry.id) != nil)
  }

  @Test func `a server restored to a state before the last upload gets that upload again`()
    async throws
  {
    _ = try await laptop.workouts.finish(.sample(reps: 5))
    try await laptop.sync(with: server, key: key)
    let backup = server.backup()
    _ = try await laptop.workouts.finish(.sample(reps: 6, at: .sunday.addingTimeInterval(600)))
    try await laptop.sync(with: server, key: key)
    server.restore(backup)
    try await syncBoth()
    #expect(server.contents.entries.count == 2)
    try await expectSameView()
  }

  @Test func `a server cannot change, swap or forge entries`() async throws {
    for reps in [5, 6] { _ = try await laptop.workouts.finish(.sample(reps: reps)) }
    try await laptop.sync(with: server, key: key)
    var entries = server.contents.entries
    (entries[0].data, entries[1].data) = (entries[1].data, entries[0].data)
    entries.append(JournalEntry(id: UUID(), data: entries[0].data))
    entries.append(JournalEntry(id: UUID(), data: Data()))
    entries.append(JournalEntry(id: UUID(), data: Data([1, 2, 3])))
    server.contents.entries = entries
    let result = try await desktop.sync(with: server, key: key)
    #expect(result.unreadableCount == 5)
    #expect(try await desktop.workouts.history(nil, nil, 10) == [])
  }

  @Test func `damaged entries are counted in each synchronization until they are repaired`()
    async throws
  {
    for number in 0..<8 {
      _ = try await laptop.workouts.finish(
        .sample(reps: 5, at: .sunday.addingTimeInterval(Double(number) * 600)))
    }
    try await laptop.sync(with: server, key: key)
    let undamaged = server.contents.entries
    // Damages an entry on the second page and one on the third.
    for index in [4, 6] { server.contents.entries[index].data = Data([1, 2, 3]) }
    for receivedCount in [6, 0, 0] {
      let result = try await desktop.sync(with: server, key: key)
      #expect(result == .init(receivedCount: receivedCount, unreadableCount: 2))
      #expect(try await desktop.database.run { try $0.syncStatus().unreadableCount } == 2)
    }
    server.contents.entries[4] = undamaged[4]
    #expect(
      try await desktop.sync(with: server, key: key)
        == .init(receivedCount: 1, unreadableCount: 1))
    server.contents.entries = undamaged
    #expect(try await desktop.sync(with: server, key: key) == .init(receivedCount: 1))
    #expect(try await desktop.database.run { try $0.syncStatus().unreadableCount } == 0)
    try await expectSameView()
  }

  @Test func `a new key repairs damaged entries`() async throws {
    _ = try await laptop.workouts.finish(.sample(reps: 5))
    try await laptop.sync(with: server, key: key)
    server.contents.entries[0].data = Data()
    #expect(try await desktop.sync(with: server, key: key).unreadableCount == 1)
    let new = JournalKey()
    try await laptop.sync(with: server, key: new, formerKeys: [key])
    #expect(
      try await desktop.sync(with: server, key: new, formerKeys: [key])
        == .init(receivedCount: 1))
    try await expectSameView()
  }
}
