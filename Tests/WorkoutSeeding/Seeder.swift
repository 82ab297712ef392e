import ClientsLive
import FoundationEssentials
import Models
import SQLite

/// Fills a database with workouts through the stores, so that the data equals the app's.
///
/// Some workouts are left unfinished, deleted or corrected, and some people are renamed. The result is determined
/// by the properties, except for the process identity and the checkpoint time of unfinished workouts, and for the
/// local day of a workout, which depends on the time zone.
package struct Seeder {
  package var workouts: Int
  package var people: Int
  package var seed: UInt64
  /// The end of the period of the workouts: Sunday, 1 March 2026, UTC.
  package var end = Date(millisecondsSince1970: 1_772_409_600_000)
  /// The number of workouts in each transaction.
  package var batch: Int

  package init(workouts: Int, people: Int, seed: UInt64 = 1, batch: Int = 100_000) {
    self.workouts = workouts
    self.people = people
    self.seed = seed
    self.batch = batch
  }

  /// A custom challenge, because custom challenges are stored and scored differently.
  package static let customChallenge = Challenge.custom(
    "own-box-jumps", name: "Box jumps", kind: .legs, scoring: .reps(within: .seconds(90)),
    instructions: ["Jump onto a box that reaches your knee.", "Stand up straight, step down."])

  /// The challenges of the workouts, the most popular first.
  ///
  /// Later additions to the catalogue are left out, so that seeded databases and figures measured with them stay
  /// comparable.
  package static let challenges: [Challenge] =
    ([
      "pushups-2min", "pushups-100", "pullups-5min", "dips-2min", "dead-hang", "situps-2min",
      "plank-hold", "hollow-hold", "squats-3min", "lunges-100", "wall-sit", "burpees-100",
      "burpees-7min", "pushup-intervals", "squats-tabata", "burpees-emom-10", "amrap-12min",
      "jumping-jacks-1min",
    ] as [Challenge.ID]).compactMap { Catalogue.standard[$0] } + [customChallenge]

  /// Saves the workouts in a database.
  ///
  /// - Throws: `DatabaseError`; workouts saved before the error remain.
  /// - Complexity: O(n log n) in the number of workouts.
  package func fill(_ stores: Connection) throws {
    if try stores.challenges.custom().current.isEmpty {
      _ = try stores.challenges.add(Self.customChallenge)
    }
    let challenges = Self.challenges
    var workouts = SeedWorkouts(
      count: workouts, people: people, end: end, challenges: challenges, seed: seed)
    var index = 0
    while index < self.workouts {
      try stores.write {
        for _ in 0..<min(batch, self.workouts - index) {
          guard let (person, draft) = workouts.next() else { return }
          try save(draft, number: index, by: SeedNames.name(person), stores)
          index += 1
        }
      }
    }
    try stores.write { try renameSome(stores) }
  }

  private func save(
    _ draft: WorkoutDraft, number: Int, by person: PersonName,
    _ stores: Connection
  ) throws {
    if number % 2_000 == 1_999 { return try stores.unfinished.checkpoint(draft, by: person) }
    let saved = try stores.workouts.finish(draft, by: person).workout
    let deletedAt = end.addingTimeInterval(Double(number - workouts))
    if number % 1_000 == 500 {
      try stores.workouts.delete(saved.id, of: person, at: deletedAt)
    } else if number % 1_000 == 250 {
      try stores.workouts.correct(
        saved.id, with: saved.shortened, of: person, at: deletedAt
      )
    }
  }

  /// Renames one in ten thousand people, and at least one.
  private func renameSome(_ stores: Connection) throws {
    for person in stride(from: 0, to: people, by: 10_000) {
      let name = SeedNames.name(person)
      guard let other = PersonName("\(name) jr") else { continue }
      _ = try stores.people.rename(name, to: other)
    }
  }
}

extension Workout {
  /// A copy without the last rep, like a correction of a miscount.
  fileprivate var shortened: Workout {
    var id = id.uuid
    // Any other ID is fine, but it must be reproducible.
    id.15 &+= 1
    return Workout(
      id: UUID(uuid: id), challenge: challenge, user: user, startedAt: startedAt,
      log: log.corrected(to: reps - 1, duration: duration, isScoredByTime: false) ?? log)
  }
}
