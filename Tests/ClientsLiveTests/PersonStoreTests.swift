import Clients
import FoundationEssentials
import Models
import SQLite
import SystemTestSupport
import Testing

@testable import ClientsLive

struct PersonStoreTests {
  private let folder = TestFolder()
  private let database: Database
  private let people: PeopleClient

  init() throws {
    database = try Database(Connection.open(in: folder.data))
    people = .live(database: database)
  }

  private func client(_ name: PersonName) -> WorkoutsClient {
    .live(database: database, person: name)
  }

  @Test func `all workouts of a renamed person have the new name`() async throws {
    let (ann, bea) = (client(.sample("Ann")), client(.sample("Bea")))
    _ = try await ann.finish(draft: .sample(reps: 9))
    _ = try await ann.finish(draft: .hold(.seconds(40)))
    let running = WorkoutDraft.sample(reps: 2)
    try await ann.checkpoint(draft: running)
    let before = try await ann.history(challenge: nil, after: nil, limit: 10)

    #expect(try await people.rename(from: .sample("Ann"), to: .sample("Bea")) == .renamed)
    let after = try await bea.history(challenge: nil, after: nil, limit: 10)
    #expect(after.map(\.id) == before.map(\.id))
    #expect(Set(after.map(\.user)) == ["Bea"])
    #expect(try await bea.best(challenge: "pushups-2min")?.reps == 9)
    #expect(try await bea.results(maxRecentCount: 0).count == 2)
    #expect(try await bea.unfinished() == [running])
    let leaderboard = LeaderboardClient.live(database: database, person: .sample("Bea"))
    let page = try await leaderboard.page(
      range: .after(nil), filter: .allTime, challenge: "pushups-2min")
    #expect(page.standings.map(\.name) == ["Bea"])
    #expect(page.yourStanding?.rank == 1)
  }

  @Test func `a former name refers to the same person`() async throws {
    let (ann, bea) = (client(.sample("Ann")), client(.sample("Bea")))
    let running = WorkoutDraft.sample(reps: 5)
    try await ann.checkpoint(draft: running)
    _ = try await people.rename(from: .sample("Ann"), to: .sample("Bea"))
    try await ann.checkpoint(draft: running)
    _ = try await ann.finish(draft: running)
    #expect(try await bea.history(challenge: nil, after: nil, limit: 10).map(\.reps) == [5])
    #expect(try await ann.best(challenge: "pushups-2min")?.user == "Bea")
    #expect(try await ann.participantCount(challenge: "pushups-2min") == 1)
  }

  @Test(arguments: [("Mia", "MIA"), ("mia", "Mia"), ("Élodie Zoë", "élodie zoë"), ("ÖZ", "öz")])
  func `names are compared ignoring case`(name: String, other: String) async throws {
    _ = try await client(.sample(name)).finish(draft: .sample(reps: 9))
    _ = try await client(.sample(other)).finish(draft: .sample(reps: 4, id: UUID()))
    #expect(try await client(.sample(other)).best(challenge: "pushups-2min")?.user == name)
    #expect(try await client(.sample(other)).participantCount(challenge: "pushups-2min") == 1)
    // The same holds for a former name, and a rename that changes only the case is allowed.
    _ = try await people.rename(from: .sample(other), to: .sample("Bob"))
    #expect(try await client(.sample(other)).best(challenge: "pushups-2min")?.user == "Bob")
    #expect(try await people.rename(from: .sample(name), to: .sample(other)) == .renamed)
    #expect(try await client(.sample(name)).best(challenge: "pushups-2min")?.user == other)
  }

  @Test func `a current or former name of another person is rejected`() async throws {
    let (ann, bob) = (client(.sample("Ann")), client(.sample("Bob")))
    _ = try await ann.finish(draft: .sample(reps: 9))
    _ = try await bob.finish(draft: .sample(reps: 3))
    #expect(try await people.rename(from: .sample("Ann"), to: .sample("Bob")) == .taken)
    #expect(try await bob.best(challenge: "pushups-2min")?.reps == 3)
    #expect(try await people.rename(from: .sample("Bob"), to: .sample("Rob")) == .renamed)
    #expect(try await people.rename(from: .sample("Ann"), to: .sample("Bob")) == .taken)
    #expect(try await people.rename(from: .sample("Zoe"), to: .sample("Bob")) == .taken)
  }

  @Test func `a person can be renamed back to a former name`() async throws {
    let ann = client(.sample("Ann"))
    _ = try await ann.finish(draft: .sample(reps: 9))
    for (from, to) in [("Ann", "Bea"), ("Bea", "Ann"), ("Bea", "Cleo"), ("Ann", "Cleo")] {
      #expect(try await people.rename(from: .sample(from), to: .sample(to)) == .renamed)
      #expect(try await ann.history(challenge: nil, after: nil, limit: 10).map(\.user) == [to])
    }
    #expect(try await ann.participantCount(challenge: "pushups-2min") == 1)
  }

  @Test func `a person without workouts can use any unused name`() async throws {
    #expect(try await people.rename(from: .sample("Ann"), to: .sample("Bea")) == .renamed)
    _ = try await client(.sample("Ann")).finish(draft: .sample())
    _ = try await client(.sample("Bea")).finish(draft: .sample())
    #expect(try await client(.sample("Ann")).participantCount(challenge: "pushups-2min") == 2)
  }
}

struct EventStoreTests {
  private let folder = TestFolder()

  @Test func `events are stored in order, read by page, and deleted`() async throws {
    let database = try Database(Connection.open(in: folder.data))
    let client = AnalyticsClient.live(database: database)
    let events = ["workouts", "profile", "workouts"].map { UsageEvent(feature: $0, at: .sunday) }
    for event in events { try await client.record(event: event) }
    try await database.run { stores in
      let first = try stores.events.page(after: 0, limit: 2)
      #expect(first.events == Array(events[..<2]))
      let second = try stores.events.page(after: first.position, limit: 2)
      #expect(second.events == [events[2]])
      #expect(try stores.events.clear() == 3)
      #expect(try stores.events.page(after: 0, limit: 2).events.isEmpty)
      #expect(try stores.events.clear() == 0)
    }
  }
}
