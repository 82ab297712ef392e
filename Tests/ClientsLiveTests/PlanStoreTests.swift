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
    database = try Database(Connection.open(in: folder.data))
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
    for plan in [paced, first, held, first] { _ = try await plans.start(plan) }
    #expect(try await plans.all() == [first, held, paced])
  }

  @Test func `plans belong to a person`() async throws {
    _ = try await plans.start(plan())
    let bob = PlansClient.live(database: database, person: .sample("Bob"))
    #expect(try await bob.all() == [])
    try await bob.end("pushups-2min")
    #expect(try await bob.undo("pushups-2min") == nil)
    #expect(try await plans.all().count == 1)
  }

  @Test func `a set is recorded once`() async throws {
    var plan = plan()
    _ = try await plans.start(plan)
    let sets = (1...5).map { PlannedSet(session: plan.sessions[0], number: $0) }
    for set in sets {
      plan.finish(set, on: 20_515)
      #expect(try await plans.recordSet(set, plan.id, 20_515) == plan)
      #expect(try await plans.recordSet(set, plan.id, 20_515) == plan)
      #expect(try await plans.all() == [plan])
    }
    #expect(plan.completedDays == [20_515])
    // Records a set like a process that does not know of the completed session.
    #expect(try await plans.recordSet(sets[1], plan.id, 20_516) == plan)
    let next = PlannedSet(session: plan.sessions[1], number: 1)
    #expect(try await plans.recordSet(next, plan.id, 20_517)?.progress?.sets == 1)
  }

  @Test func `a new plan replaces the old plan until the undo`() async throws {
    let (old, new) = (plan(), plan(amount: 40))
    #expect(try await !plans.start(old))
    let done = try await plans.recordSet(
      PlannedSet(session: old.sessions[0], number: 5), old.id, 20_515)
    #expect(try await plans.start(new))
    #expect(try await plans.all() == [new])
    #expect(try await !plans.start(new))
    #expect(try await plans.recordSet(.init(session: old.sessions[1], number: 1), old.id, 1) == nil)
    #expect(try await plans.undo("pushups-2min") == done)
    #expect(try await plans.all() == [done])
    #expect(try await plans.undo("pushups-2min") == nil)
    #expect(try await plans.all() == [done])
  }

  private func workouts(at now: Date) -> WorkoutsClient {
    .live(database: database, person: .sample("Ann"), now: { now })
  }

  /// Saves a workout as the test of a plan and starts the plan.
  private func test(at start: Date, reps: Int) async throws -> TrainingPlan {
    let saved = try await workouts(at: start).finish(.sample(reps: reps, at: start))
    let plan = TrainingPlan(
      id: saved.workout.id, challenge: "pushups-2min",
      test: try #require(
        TestResult(saved, scoring: .reps(within: .seconds(120)), dayStart: .midnight)))
    _ = try await PlansClient.live(
      database: database, person: .sample("Ann"), now: { start.addingTimeInterval(120) }
    ).start(plan)
    return plan
  }

  @Test func `deleting a test restores the previous plan until the undo`() async throws {
    let old = try await test(at: .sunday, reps: 32)
    let new = try await test(at: .sunday.addingTimeInterval(86_400), reps: 40)
    let later = workouts(at: .sunday.addingTimeInterval(2 * 86_400))
    // A note doesn't change the plan.
    let saved = try #require(try await later.history(nil, nil, 1).first)
    let corrected = saved.copy { $0.note = WorkoutNote("hard") }
    try await later.correct(saved.id, corrected)
    #expect(try await plans.all() == [new])
    #expect(try await later.delete(corrected.id) == .replacedByPrevious)
    #expect(try await plans.all() == [old])
    #expect(try await later.undo()?.plan == .restored)
    #expect(try await plans.all() == [new])
    _ = try await later.delete(corrected.id)
    let last = workouts(at: .sunday.addingTimeInterval(3 * 86_400))
    #expect(try await last.delete(old.id) == .ended)
    #expect(try await plans.all() == [])
    #expect(try await last.undo()?.plan == .restored)
    #expect(try await plans.all() == [old])
  }

  @Test func `a plan follows the correction of its test until the undo`() async throws {
    let plan = try await test(at: .sunday, reps: 14)
    let later = workouts(at: .sunday.addingTimeInterval(86_400))
    let saved = try #require(try await later.history(nil, nil, 1).first)
    let corrected = saved.copy {
      $0.log = WorkoutLog(
        reps: RepLog(milliseconds: (1...12).map { UInt32($0) * 1000 })!, duration: $0.duration)
      $0.startedAt = .sunday.addingTimeInterval(-86_400)
    }
    try await later.correct(saved.id, corrected)
    let changed = try #require(try await plans.all().first)
    #expect(changed.id == plan.id && changed.test.amount == 12)
    #expect(changed.test.day == DayStart.midnight.day(of: corrected))
    #expect(changed.test.day == plan.test.day - 1)
    _ = try await later.undo()
    #expect(try await plans.all() == [plan])
    // A test that was deleted in the meantime is restored with its plan.
    _ = try await later.delete(saved.id)
    try await later.correct(saved.id, corrected, true)
    #expect(try await plans.all().first?.test.amount == 12)
    _ = try await later.undo()
    // A test without a score has no plan.
    try await later.correct(
      saved.id, saved.copy { $0.log = WorkoutLog(reps: RepLog(), duration: $0.duration) })
    #expect(try await plans.all() == [])
  }

  @Test func `deleting a test does not affect unrelated plans`() async throws {
    let ended = try await test(at: .sunday, reps: 32)
    try await plans.end("pushups-2min")
    let day = 86_400.0
    let first = try await test(at: .sunday.addingTimeInterval(day), reps: 33)
    let later = workouts(at: .sunday.addingTimeInterval(3 * day))
    #expect(try await later.delete(first.id) == .ended)
    #expect(try await plans.all() == [])
    let second = try await test(at: .sunday.addingTimeInterval(4 * day), reps: 34)
    // The person follows a later plan, so the plan of the restored test stays ended.
    #expect(try await later.undo()?.plan == nil)
    #expect(try await plans.all() == [second])
    #expect(try await later.delete(ended.id) == nil)
    #expect(try await plans.all() == [second])
  }

  @Test func `an ended plan can be restored`() async throws {
    let (plan, other) = (plan(), plan("situps-2min"))
    _ = try await plans.start(plan)
    _ = try await plans.start(other)
    try await plans.end("pushups-2min")
    try await plans.end("pushups-2min")
    #expect(try await plans.all() == [other])
    #expect(try await plans.undo("situps-2min") == nil)
    #expect(try await plans.undo("pushups-2min") == plan)
    #expect(try await plans.all() == [plan, other])
  }

  @Test func `a plan without a valid test is reported as damage`() async throws {
    _ = try await plans.start(plan())
    try await database.run { try $0.execute("UPDATE plans SET amount = 0") }
    let error = await #expect(throws: DatabaseError.self) { _ = try await plans.all() }
    #expect(error?.reason == .corrupt)
  }
}
