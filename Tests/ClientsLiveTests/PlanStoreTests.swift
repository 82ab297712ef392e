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

  @Test func plansAreKeptAsTheyAreOldestFirst() async throws {
    #expect(try await plans.all() == [])
    let first = plan("situps-2min")
    let held = TrainingPlan(
      id: UUID(), challenge: "plank-hold",
      test: TestResult(measure: .hold, amount: 61, duration: .milliseconds(61_230), day: 20_513)!)
    let paced = TrainingPlan(
      id: UUID(), challenge: "burpees-100",
      test: TestResult(measure: .pace, amount: 63, duration: .seconds(300), day: 20_513)!)
    for plan in [first, held, paced, first] { try await plans.follow(plan) }
    #expect(try await plans.all() == [first, held, paced])
  }

  @Test func everybodyHasTheirOwn() async throws {
    try await plans.follow(plan())
    let bob = PlansClient.live(database: database, person: .sample("Bob"))
    #expect(try await bob.all() == [])
    try await bob.giveUp("pushups-2min")
    #expect(try await bob.undo("pushups-2min") == nil)
    #expect(try await plans.all().count == 1)
  }

  @Test func setsAreNotedOnce() async throws {
    var plan = plan()
    try await plans.follow(plan)
    let sets = (1...5).map { PlannedSet(session: plan.sessions[0], number: $0) }
    for set in sets {
      plan.finish(set, on: 20_515)
      #expect(try await plans.finish(set, plan.id, 20_515) == plan)
      #expect(try await plans.finish(set, plan.id, 20_515) == plan)
      #expect(try await plans.all() == [plan])
    }
    #expect(plan.done == [20_515])
    // A program that has not seen the session done yet.
    #expect(try await plans.finish(sets[1], plan.id, 20_516) == plan)
    let next = PlannedSet(session: plan.sessions[1], number: 1)
    #expect(try await plans.finish(next, plan.id, 20_517)?.begun?.sets == 1)
  }

  @Test func aNewPlanTakesTheOldOnesPlaceUntilThatIsTakenBack() async throws {
    let (old, new) = (plan(), plan(amount: 40))
    try await plans.follow(old)
    let done = try await plans.finish(
      PlannedSet(session: old.sessions[0], number: 5), old.id, 20_515)
    try await plans.follow(new)
    #expect(try await plans.all() == [new])
    #expect(try await plans.finish(.init(session: old.sessions[1], number: 1), old.id, 1) == nil)
    #expect(try await plans.undo("pushups-2min") == done)
    #expect(try await plans.all() == [done])
    #expect(try await plans.undo("pushups-2min") == nil)
    #expect(try await plans.all() == [done])
  }

  @Test func whatWasGivenUpCanBeHadBack() async throws {
    let (plan, other) = (plan(), plan("situps-2min"))
    try await plans.follow(plan)
    try await plans.follow(other)
    try await plans.giveUp("pushups-2min")
    try await plans.giveUp("pushups-2min")
    #expect(try await plans.all() == [other])
    #expect(try await plans.undo("situps-2min") == nil)
    #expect(try await plans.undo("pushups-2min") == plan)
    #expect(try await plans.all() == [plan, other])
  }

  @Test func aPlanThatFollowsFromNoTestIsDamage() async throws {
    try await plans.follow(plan())
    try await database.withStores { try $0.connection.execute("UPDATE plans SET amount = 0") }
    let error = await #expect(throws: DatabaseError.self) { _ = try await plans.all() }
    #expect(error?.reason == .corrupt)
  }
}
