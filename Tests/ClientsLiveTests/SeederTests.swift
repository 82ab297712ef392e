import Clients
import FoundationEssentials
import Models
import SQLite
import SystemTestSupport
import Testing
import WorkoutSeeding

@testable import ClientsLive

/// Tests that `ladder-bench seed` writes the same data as the app.
struct SeederTests {
  private func seeded(_ workouts: Int = 1200, seed: UInt64 = 1) throws -> Connection {
    let stores = try Connection.inMemory()
    try Seeder(workouts: workouts, people: 90, seed: seed, batch: 500).fill(stores)
    return stores
  }

  @Test(.checkOnly) func `the aggregates match the workouts`() throws {
    let stores = try seeded()
    let stored = try AggregateSnapshot(storedIn: stores)
    let computed = try AggregateSnapshot(computedFrom: stores)
    #expect(stored.bests == computed.bests)
    #expect(stored.scores == computed.scores)
    #expect(stored.periods == computed.periods)
    #expect(stored.runs == computed.runs)
    #expect(try stores.first("PRAGMA integrity_check") { $0.text(0) } == "ok")
    #expect(try stores.first("PRAGMA foreign_key_check") { $0.text(0) } == nil)
  }

  @Test(.checkOnly) func `every person has workouts, and every challenge was done`() throws {
    let stores = try seeded(2100)
    func count(_ rows: SQL) throws -> Int64 {
      try stores.first(rows) { $0.integer(0) } ?? 0
    }
    #expect(try count("SELECT count(DISTINCT person) FROM workouts") == 90)
    #expect(
      try count("SELECT count(DISTINCT challenge) FROM workouts")
        == Seeder.challenges.count)
    #expect(Seeder.challenges.count == 19)
    #expect(try count("SELECT count(*) FROM unfinished") == 1)
    #expect(try count("SELECT count(*) FROM workouts WHERE deleted_at IS NOT NULL") == 4)
    #expect(try count("SELECT count(*) FROM workouts WHERE replaces IS NOT NULL") == 2)
    #expect(try count("SELECT count(*) FROM former_names") == 1)
    #expect(
      try count("SELECT max(started_at) - min(started_at) FROM workouts") > 9 * 31_000_000_000)
    #expect(try count("SELECT max(people) FROM score_counts WHERE shift = 0 AND week = 0") > 1)
  }

  @Test func `the workouts depend only on the arguments`() throws {
    func contents(_ stores: Connection) throws -> [[String]] {
      try stores.all(
        """
        SELECT hex(w.id), p.name, challenge, started_at, duration_ms, hex(log), day
        FROM workouts w JOIN people p ON p.id = person ORDER BY number
        """
      ) { row in (0..<7).map { row.text($0) } }
    }
    let first = try contents(seeded(300))
    #expect(try contents(seeded(300)) == first)
    #expect(try contents(seeded(300, seed: 2)) != first)
  }

  @Test(.checkOnly) func `a hundred thousand names are unique`() {
    #expect(Set((0..<100_000).map { SeedNames.name($0).text }).count == 100_000)
  }

  @Test func `an existing database is extended only with --append`() throws {
    let folder = TestFolder()
    let make = ["--workouts", "40", "--people", "5", "--data", folder.path]
    #expect(throws: SeedError.self) { try SeedCommand(make + ["--append"]).run() }
    _ = try SeedCommand(make).run()
    #expect(throws: SeedError.self) { try SeedCommand(make).run() }
    _ = try SeedCommand(make + ["--append", "--seed", "2"]).run()
    let stores = try Connection.open(in: folder.data)
    #expect(try stores.first("SELECT count(*) FROM workouts") { $0.integer(0) } == 80)
  }

  @Test(arguments: [[], ["--workouts"], ["--workouts", "0"], ["--workouts", "9", "--until", "x"]])
  func `invalid arguments are reported`(words: [String]) {
    #expect(throws: SeedError.self) { try SeedCommand(words + ["/nowhere/x.db"]).run() }
  }
}
