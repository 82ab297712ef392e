import Clients
import FoundationEssentials
import Models
import SQLite
import SystemTestSupport
import Testing

@testable import ClientsLive

struct PlanStoreTests {
  private let folder = TestFolder()
  private let database: Database
  private let plans: PlansClient

  init() throws {
    database = Database(try Stores.open(in: folder.data))
    plans = .live(database: database, person: .sample("Ann"), now: { .sunday })
  }

  private func plan(_ challenge: Challenge.ID = "pushups-2min", amount: Int = 32) -> TrainingPlan {
    TrainingPlan(
      id: UUID(), challenge: challenge,
      test: TestResult(
        measure: .reps, amount: amount, duration: .milliseconds(119_900), day: 20_513)!)
  }

  @Test func `plans are returned oldest first`() async throws {
    #expect(try await plans.all() == [])
    let first = plan("situps-2min")
    let held = TrainingPlan(
      id: UUID(), challenge: "plank-hold",
      test: TestResult(measure: .hold, amount: 61, duration: .milliseconds(61_230), day: 20_514)!)
    let paced = TrainingPlan(
      id: UUID(), challenge: "burpees-100",
      test: TestResult(measure: .pace, amount: 63, duration: .seconds(300), day: 20_515)!)
    for plan in [paced, first, held, first] { try await plans.start(plan) }
    #expect(try await plans.all() == [first, held, paced])
  }

  @Test func `plans belong to a person`() async throws {
    try await plans.start(plan())
    let bob = PlansClient.live(database: database, person: .sample("Bob"))
    #expect(try await bob.all() == [])
    try await bob.end("pushups-2min")
    #expect(try await bob.undo("pushups-2min") == nil)
    #expect(try await plans.all().count == 1)
  }

  @Test func `a set is recorded once`() async throws {
    var plan = plan()
    try await plans.start(plan)
    let sets = (1...5).map { PlannedSet(session: plan.sessions[0], number: $0) }
    for set in sets {
      plan.finish(set, on: 20_515)
      #expect(try await plans.recordSet(set, plan.id, 20_515) == plan)
      #expect(try await plans.recordSet(set, plan.id, 20_515) == plan)
      #expect(try await plans.all() == [plan])
    }
    #expect(plan.completedDays == [20_515])
    // A process that does not know of the completed session.
    #expect(try await plans.recordSet(sets[1], plan.id, 20_516) == plan)
    let next = PlannedSet(session: plan.sessions[1], number: 1)
    #expect(try await plans.recordSet(next, plan.id, 20_517)?.progress?.sets == 1)
  }

  @Test func `a new plan replaces the old one until it is undone`() async throws {
    let (old, new) = (plan(), plan(amount: 40))
    try await plans.start(old)
    let done = try await plans.recordSet(
      PlannedSet(session: old.sessions[0], number: 5), old.id, 20_515)
    try await plans.start(new)
    #expect(try await plans.all() == [new])
    #expect(try await plans.recordSet(.init(session: old.sessions[1], number: 1), old.id, 1) == nil)
    #expect(try await plans.undo("pushups-2min") == done)
    #expect(try await plans.all() == [done])
    #expect(try await plans.undo("pushups-2min") == nil)
    #expect(try await plans.all() == [done])
  }

  @Test func `an ended plan can be restored`() async throws {
    let (plan, other) = (plan(), plan("situps-2min"))
    try await plans.start(plan)
    try await plans.start(other)
    try await plans.end("pushups-2min")
    try await plans.end("pushups-2min")
    #expect(try await plans.all() == [other])
    #expect(try await plans.undo("situps-2min") == nil)
    #expect(try await plans.undo("pushups-2min") == plan)
    #expect(try await plans.all() == [plan, other])
  }

  @Test func `a plan without a valid test is reported as damage`() async throws {
    try await plans.start(plan())
    try await database.withStores { try $0.connection.execute("UPDATE plans SET amount = 0") }
    let error = await #expect(throws: DatabaseError.self) { _ = try await plans.all() }
    #expect(error?.reason == .corrupt)
  }
}
