import Clients
import FoundationEssentials
import Models
import SQLite
import SystemTestSupport
import Testing

@testable import ClientsLive

struct ChallengeStoreTests {
  private let folder = TestFolder()
  private let database: Database
  private let challenges: ChallengesClient
  private let ann: WorkoutsClient

  init() throws {
    database = try Database(Connection.open(in: folder.data))
    challenges = .live(database: database, now: { .sunday })
    ann = .live(database: database, person: .sample("Ann"), now: { .sunday })
  }

  private let stairs = Challenge.custom(
    "own-stairs", name: "Stairs", kind: .legs, scoring: .time(forReps: 3),
    instructions: ["Up.", "Down."])

  @Test func `challenges with each kind of scoring are saved`() async throws {
    let made = [
      stairs,
      .custom(
        "own-a", name: "A", kind: .core, scoring: .reps(within: .seconds(45)), instructions: []),
      .custom(
        "own-r", name: "R", kind: .legs, scoring: .reps(within: .seconds(230)), instructions: [],
        routine: Routine("8x(Tabata 20s, rest 10s)")),
      .custom("own-z", name: "Z", kind: .fullBody, scoring: .hold, instructions: ["Stay."]),
    ]
    for challenge in made { #expect(try await challenges.add(challenge) == challenge) }
    #expect(
      try await challenges.custom()
        == CustomChallenges(current: [made[1], made[2], made[0], made[3]]))
  }

  @Test func `stored texts are shown without control characters`() async throws {
    _ = try await challenges.add(stairs)
    try await database.run {
      try $0.run(
        "UPDATE own_challenges SET name = ?, how = ?", .text("St\u{1B}[2Jairs"),
        .text("Up\u{1B}[31m.\nDown."))
    }
    let shown = try await challenges.custom().current
    #expect(shown.map(\.name) == ["St[2Jairs"])
    #expect(shown.map(\.instructions) == [["Up\\u{1b}[31m.", "Down."]])
  }

  @Test func `a duplicate name gets a number`() async throws {
    _ = try await challenges.add(stairs)
    #expect(try await challenges.add(stairs).id == "own-stairs-2")
    try await challenges.delete("own-stairs")
    #expect(try await challenges.add(stairs).id == "own-stairs-3")
  }

  @Test func `changes and deletions are undone in reverse order`() async throws {
    _ = try await challenges.add(stairs)
    let renamed = Challenge.custom(
      stairs.id, name: "Steps", kind: .legs, scoring: stairs.scoring, instructions: [])
    try await challenges.edit(renamed)
    #expect(try await challenges.custom() == CustomChallenges(current: [renamed]))
    try await challenges.delete(stairs.id)
    #expect(try await challenges.custom() == CustomChallenges(deleted: [renamed]))
    #expect(try await challenges.undo() == renamed)
    #expect(try await challenges.undo() == stairs)
    #expect(try await challenges.custom() == CustomChallenges(current: [stairs]))
    #expect(try await challenges.undo() == nil)
  }

  @Test func `editing or deleting an unknown challenge does nothing`() async throws {
    try await challenges.edit(stairs)
    try await challenges.delete(stairs.id)
    #expect(try await challenges.custom() == CustomChallenges())
    #expect(try await challenges.undo() == nil)
  }

  @Test func `a deletion cannot be undone after thirty days`() async throws {
    _ = try await challenges.add(stairs)
    try await challenges.delete(stairs.id)
    let later = ChallengesClient.live(
      database: database, now: { .sunday.addingTimeInterval(30 * 86_400 + 1) })
    #expect(try await later.undo() == nil)
    #expect(try await later.custom().deleted == [stairs])
  }

  @Test func `a custom challenge is scored even after its deletion`() async throws {
    _ = try await challenges.add(stairs)
    let fast = try await ann.finish(.sample(stairs.id, reps: 3))
    #expect(fast.score?.duration == .milliseconds(4500))
    try await challenges.delete(stairs.id)
    var draft = WorkoutDraft.sample(stairs.id)
    draft.log = WorkoutLog(reps: try #require(RepLog(milliseconds: [2000, 4000, 6000])))
    draft.duration = .seconds(7)
    let slow = try await ann.finish(draft)
    #expect(slow.score?.duration == .seconds(6))
    // An incomplete workout is not a best, even if it is the only one left.
    let incomplete = try await ann.finish(.sample(stairs.id, reps: 2))
    #expect(incomplete.score?.isComplete == false)
    _ = try await ann.delete(fast.workout.id)
    #expect(try await ann.best(stairs.id) == slow.workout)
    _ = try await ann.delete(slow.workout.id)
    #expect(try await ann.best(stairs.id) == nil)
    _ = try await ann.undo()
    _ = try await ann.undo()
    #expect(try await ann.best(stairs.id) == fast.workout)
    #expect(try await ann.results(maxRecentCount: 0)[stairs.id]?.best == fast.score)
  }
}

/// Tests that a routine's existing challenge is found, and that a missing challenge is added once.
struct EquivalentChallengeTests {
  private func challenge(_ text: String) throws -> Challenge {
    let routine = try Routine(text: text)
    return .custom(
      "own-new", name: "New", kind: .core, scoring: try #require(routine.scoring),
      instructions: [], routine: routine)
  }

  @Test func `a challenge with the same routine is found`() throws {
    let stores = try Connection.inMemory()
    #expect(try stores.challenges.findOrAdd(challenge("push-up 2:00")).id == "pushups-2min")
    #expect(try stores.challenges.custom().current.isEmpty)
    let knee = try challenge("knee push-up 2:00")
    #expect(try stores.challenges.findOrAdd(knee) == knee)
    let other = try challenge("wall push-up 2:00")
    #expect(try stores.challenges.findOrAdd(other) == other.with(id: "own-new-2", name: "New 2"))
    #expect(try stores.challenges.findOrAdd(knee.with(id: "own-else")) == knee)
    #expect(
      try stores.challenges.custom().current.map(\.routine.text)
        == ["knee push-up 2:00", "wall push-up 2:00"])
  }

  @Test func `long texts with the same beginning have different names`() throws {
    let stores = try Connection.inMemory()
    let start = String(repeating: "push-up 10, ", count: 20)
    let names = try ["squat 10", "squat 20", "squat 30"].map { end in
      let routine = try Routine(text: start + end)
      let name = try #require(Challenge.sanitizedName(routine.text))
      return try stores.challenges.findOrAdd(
        .custom(
          Challenge.ID(customName: name), name: name, kind: .core,
          scoring: try #require(routine.scoring),
          instructions: [], routine: routine)
      ).name
    }
    #expect(Set(names).count == 3 && names[1].hasSuffix(" 2") && names[2].hasSuffix(" 3"))
    #expect(try Set(stores.challenges.custom().current.map(\.name)) == Set(names))
  }

  @Test func `a deleted challenge is added again`() throws {
    let stores = try Connection.inMemory()
    let knee = try stores.challenges.findOrAdd(challenge("knee push-up 2:00"))
    try stores.challenges.delete(knee.id, at: .sunday)
    #expect(try stores.challenges.findOrAdd(knee).id == "own-new-2")
  }
}
