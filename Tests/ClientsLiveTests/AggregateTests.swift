import Clients
import FoundationEssentials
import Models
import SQLite
import SystemTestSupport
import Testing

@testable import ClientsLive

/// Tests that the aggregates match the workouts after any sequence of changes.
struct AggregateTests {
  private let stores: Connection
  private let challenges: [Challenge.ID] = ["pushups-2min", "plank-hold", "burpees-100", "own-hop"]
  private let people = ["Ann", "Bob", "Cy"].map { PersonName.sample($0) }

  init() throws {
    stores = try Connection.inMemory()
    _ = try stores.challenges.add(
      .custom("own-hop", name: "Hop", kind: .core, scoring: .time(forReps: 5), instructions: []))
  }

  private func expectCorrectAggregates(_ sourceLocation: SourceLocation = #_sourceLocation) throws {
    let stored = try AggregateSnapshot(storedIn: stores)
    let computed = try AggregateSnapshot(computedFrom: stores)
    #expect(stored.bests == computed.bests, sourceLocation: sourceLocation)
    #expect(stored.scores == computed.scores, sourceLocation: sourceLocation)
    #expect(stored.periods == computed.periods, sourceLocation: sourceLocation)
    #expect(stored.runs == computed.runs, sourceLocation: sourceLocation)
  }

  /// Returns a draft that starts in a period of eleven weeks, so that days, weeks and scores often coincide.
  private func draft(_ random: inout Random) -> WorkoutDraft {
    var draft = WorkoutDraft.sample(
      challenges.randomElement(using: &random)!, reps: Int.random(in: 0...8, using: &random),
      at: .sunday.addingTimeInterval(Double(Int.random(in: -40...40, using: &random)) * 86_400))
    draft.duration += .seconds(Int.random(in: 0...3, using: &random))
    if Bool.random(using: &random) { draft.log.append(.imported, at: .zero) }
    return draft
  }

  @Test(arguments: TestSize.seeds(test: 1, check: 6))
  func `aggregates match after saving, correcting, deleting and undoing`(seed: UInt64) throws {
    var random = Random(state: seed)
    var now = Date.sunday
    for step in 0..<220 {
      // Sometimes the trash expires.
      now.addTimeInterval(step % 40 == 0 ? 20 * 86_400 : 1)
      let person = people.randomElement(using: &random)!
      let workouts = try stores.workouts.history(of: person, limit: 30)
      switch (Int.random(in: 0..<8, using: &random), workouts.randomElement(using: &random)) {
      case (0..<2, let workout?):
        try stores.workouts.delete(workout.id, of: person, at: now)
      case (2, let workout?):
        let other = draft(&random)
        try stores.workouts.correct(
          workout.id,
          with: workout.copy {
            $0.startedAt = other.startedAt
            $0.log = other.log.ended(at: other.duration)
          }, of: person, at: now)
      case (3, _):
        _ = try stores.workouts.undo(of: person, at: now)
      default:
        let draft = draft(&random)
        _ = try stores.workouts.finish(draft, by: person)
      }
      if step % 10 == 0 { try expectCorrectAggregates() }
    }
    try expectCorrectAggregates()
    #expect(try !AggregateSnapshot(storedIn: stores).runs.isEmpty)
  }

  @Test func `deleting the last workout empties the aggregates`() throws {
    let workout = try stores.workouts.finish(
      .sample(), by: people[0]
    ).workout
    try stores.workouts.delete(workout.id, of: people[0], at: .sunday)
    #expect(try AggregateSnapshot(storedIn: stores) == AggregateSnapshot())
  }

  @Test func `a rank key of any size has a rank`() throws {
    let keys: [Int64] = [
      -4_294_967_295, -70_000, -257, -256, -255, -1, 0, 1, 255, 256, 65_536, 30_000_000,
      999_999_999_999, 1_000_000_000_000,
    ]
    for (person, key) in keys.enumerated() {
      let workout = try stores.workouts.finish(.sample(), by: .sample("p\(person)"))
      try stores.run(
        "UPDATE bests SET rank_key = ? WHERE week = 0 AND person = ?", .integer(key),
        .integer(try #require(try stores.people.rowID(of: .sample("p\(person)")))))
      #expect(workout.score != nil)
    }
    let board = LeaderboardKey("pushups-2min")
    for (place, key) in keys.enumerated() {
      #expect(try stores.leaderboard.peopleCount(above: key, on: board) == place)
    }
    #expect(try stores.leaderboard.peopleCount(above: .max, on: board) == keys.count)
    #expect(try stores.leaderboard.peopleCount(on: board) == keys.count)
  }
}
