import Clients
import FoundationEssentials
import Models
import SystemTestSupport
import Testing
import WorkoutSeeding

@testable import ClientsLive
@testable import SQLite

/// A screen and a save cost no more with twenty times the history: the same bound holds for both.
///
/// What is counted is what SQLite does, not how long it takes. A step further down a B-tree is not counted, and is all
/// that may grow.
struct GrowthTests {
  /// Workouts as `ladder-bench seed` makes them, of a tenth as many people.
  private final class History {
    let stores: Stores
    let seeder: Seeder
    var saved = 0
    var known: [String: [Standing.Cursor?]] = [:]

    /// Has done the most; nobody came before them.
    let you = SeedNames.name(0)
    var now: Date { seeder.end.addingTimeInterval(-3600) }

    init(_ workouts: Int) throws {
      stores = try Stores.inMemory()
      seeder = Seeder(workouts: workouts, people: workouts / 10)
      try seeder.fill(stores)
    }

    /// What `body` costs, once its statements are prepared.
    func work(_ body: () throws -> Void) throws -> Work {
      try body()
      _ = stores.connection.takeWork()
      try body()
      return stores.connection.takeWork()
    }

    func page(
      _ challenge: Challenge.ID, _ filter: TimeFilter, after: Standing.Cursor?
    ) throws -> LeaderboardPage {
      try stores.leaderboard.page(
        of: challenge, filter: filter, .after(after), you: you, today: now.localDay)
    }

    /// Behind which the pages come.
    func cursors(
      _ challenge: Challenge.ID, _ filter: TimeFilter
    ) throws -> [Standing.Cursor?] {
      let board = "\(challenge), \(filter)"
      if let cursors = known[board] { return cursors }
      var cursors: [Standing.Cursor?] = [nil]
      while let next = try page(challenge, filter, after: cursors.last ?? nil).next {
        cursors.append(next)
      }
      known[board] = cursors
      return cursors
    }

    func save(reps: Int) throws {
      saved += 1
      let draft = WorkoutDraft.sample(
        "pushups-2min", reps: reps, at: now.addingTimeInterval(Double(saved)))
      _ = try stores.workouts.finish(draft, by: you, scoring: .reps(within: .seconds(120)))
    }
  }

  private let histories: [History]

  init() throws {
    histories = try TestSize.choose(test: [300], check: [1000, 20_000])
      .map(History.init)
  }

  /// - Parameters:
  ///   - steps: The most steps of SQLite's machine.
  ///   - statements: The most statements, `BEGIN` and `COMMIT` included.
  ///   - scanned: The most rows of what a statement brings along itself.
  private func expect(
    _ name: String, steps: Int, statements: Int, scanned: Int = 0,
    _ body: (History) throws -> Void, _ sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for history in histories {
      let work = try history.work { try body(history) }
      let isWithin =
        work.steps <= steps && work.statements <= statements && work.scanned <= scanned
        && work.sorts == 0
      #expect(
        isWithin, "\(name), \(history.seeder.workouts) workouts: \(work)",
        sourceLocation: sourceLocation)
    }
  }

  @Test func `what is shown costs what is shown`() throws {
    for challenge in ["pushups-2min", "pushups-100", "dead-hang"] as [Challenge.ID] {
      for filter in [TimeFilter.thisWeek, .allTime] {
        try expectOfPages(of: challenge, filter)
      }
      try expect("a place", steps: 200, statements: 1) { history in
        _ = try history.stores.leaderboard.people(above: .max / 2, on: Board(challenge))
      }
    }
    try expect("profile, a year of days", steps: 3500, statements: 11) { history in
      _ = try history.stores.statistics.summary(
        of: history.you, at: history.now, weekStart: .monday)
    }
    try expect("history", steps: 400, statements: 4) { history in
      _ = try history.stores.workouts.history(of: history.you, limit: 20)
    }
    // The last ten workouts of each challenge.
    try expect("the first screen", steps: 9000, statements: 13, scanned: 20) { history in
      _ = try history.stores.workouts.results(of: history.you)
      _ = try history.stores.challenges.own()
      _ = try history.stores.unfinished.all(of: history.you)
    }
  }

  private func expectOfPages(of challenge: Challenge.ID, _ filter: TimeFilter) throws {
    for place in [0, 0.5, 1] {
      // Each line, and yours, is compared with the workout behind it.
      try expect(
        "\(filter), page at \(place)", steps: 1400, statements: 8 + LeaderboardPage.size
      ) { history in
        let cursors = try history.cursors(challenge, filter)
        let cursor = cursors[Int(place * Double(cursors.count - 1))]
        _ = history.stores.connection.takeWork()
        _ = try history.page(challenge, filter, after: cursor)
      }
    }
  }

  @Test func `what is changed costs what changes`() throws {
    try expect("a save", steps: 900, statements: 18) { try $0.save(reps: 1) }
    try expect("a best", steps: 3200, statements: 50) { try $0.save(reps: 60 + $0.saved) }
    // The next one is looked for in its week.
    try expect("a best that goes", steps: 6000, statements: 70) { history in
      try history.save(reps: 60 + history.saved)
      let best = try #require(try history.stores.workouts.best(of: history.you, in: "pushups-2min"))
      _ = history.stores.connection.takeWork()
      try history.stores.workouts.delete(best.id, of: history.you, at: history.now) { _ in
        .reps(within: .seconds(120))
      }
    }
  }
}
