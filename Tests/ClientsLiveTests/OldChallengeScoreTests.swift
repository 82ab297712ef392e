import FoundationEssentials
import Models
import SQLite
import Testing
import WorkoutSeeding

@testable import ClientsLive

/// Tests that challenges which are described by routines have the scores that they had before.
struct OldChallengeScoreTests {
  /// The scorings of the catalogue when intervals and circuits were stored apart: seconds, reps, or `nil` for a hold.
  static let earlierScorings: [Challenge.ID: Challenge.Scoring] = [
    "pushups-2min": .reps(within: .seconds(120)), "pushups-100": .time(forReps: 100),
    "pullups-5min": .reps(within: .seconds(300)), "dips-2min": .reps(within: .seconds(120)),
    "dead-hang": .hold, "situps-2min": .reps(within: .seconds(120)), "plank-hold": .hold,
    "hollow-hold": .hold, "squats-3min": .reps(within: .seconds(180)),
    "lunges-100": .time(forReps: 100), "wall-sit": .hold, "burpees-100": .time(forReps: 100),
    "burpees-7min": .reps(within: .seconds(420)),
    "pushup-intervals": .reps(within: .seconds(330)),
    "squats-tabata": .reps(within: .seconds(230)),
    "burpees-emom-10": .reps(within: .seconds(600)),
    "amrap-12min": .reps(within: .seconds(720)),
    "jumping-jacks-1min": .reps(within: .seconds(60)),
    "own-box-jumps": .reps(within: .seconds(90)), "own-rounds": .reps(within: .seconds(230)),
  ]

  @Test func `every score of 20 000 workouts stays the same`() throws {
    let stores = try Stores.inMemory()
    // As an earlier version stored it.
    try stores.connection.run(
      """
      INSERT INTO own_challenges (id, name, kind, scored_by, amount, how, rounds, is_current)
      VALUES ('own-rounds', 'Rounds', 'legs', 'reps', 230000, '', '20/10 x8', 1)
      """)
    _ = try stores.challenges.add(Seeder.customChallenge)
    try Seeder(workouts: 20_000, people: 300, batch: 20_000).fill(stores)
    try stores.connection.run(
      "UPDATE workouts SET challenge = 'own-rounds' WHERE challenge = 'squats-tabata' AND number % 2 = 0"
    )

    var count = 0
    try stores.workouts.forEach { _, row in
      let workout = try #require(row).workout
      let challenge = try #require(try stores.challenges.challenge(workout.challenge))
      let earlier = Challenge(
        id: challenge.id, name: "", kind: .core,
        scoring: try #require(Self.earlierScorings[challenge.id]), summary: "", instructions: [])
      #expect(challenge.score(of: workout) == earlier.score(of: workout))
      count += 1
    }
    #expect(count > 19_000)
    let rounds = try #require(stores.challenges.catalogue()["own-rounds"])
    #expect(rounds.routine.text == "8x(Rounds 20s, rest 10s)")
    #expect(rounds.storedRounds == "20/10 x8")
  }
}
