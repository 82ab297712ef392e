import AppFeatures
import Clients
import FoundationEssentials
import HistoryFeatures
import Models
import ReducerRuntime
import ReducerTestSupport
import SystemTestSupport
import TerminalUI
import Testing
import WorkoutSeeding

@testable import ClientsLive
@testable import SQLite

/// Tests that the cost of a screen and of a save does not grow with the history: the same limits hold for a history
/// of 1000 workouts and for one of 20 000.
///
/// SQLite counts instructions, statements and rows, which don't depend on the machine's speed. A deeper B-tree doesn't
/// increase these counts; its cost is the only growth that is allowed.
struct GrowthTests {
  /// The workouts of `ladder-bench seed`, with one person for every ten workouts.
  private final class History {
    let stores: Connection
    let seeder: Seeder
    var saved = 0
    var known: [String: [Standing.Cursor?]] = [:]

    /// The person who started first, and so has the most workouts.
    let person = SeedNames.name(0)
    var now: Date { seeder.end.addingTimeInterval(-3600) }

    init(_ workouts: Int) throws {
      stores = try Connection.inMemory()
      seeder = Seeder(workouts: workouts, people: workouts / 10)
      try seeder.fill(stores)
    }

    /// Returns the cost of `body` after its statements are prepared.
    func cost(_ body: () throws -> Void) throws -> StatementCosts {
      try body()
      _ = stores.consumeStatementCosts()
      try body()
      return stores.consumeStatementCosts()
    }

    func page(
      _ challenge: Challenge.ID, _ filter: LeaderboardFilter, after: Standing.Cursor?
    ) throws -> LeaderboardPage {
      try stores.leaderboard.page(
        of: challenge, filter: filter.period, isLiveOnly: filter.isLiveOnly, .after(after),
        currentPerson: person, today: DayStart.midnight.day(at: now))
    }

    /// The cursors of the pages to read.
    func cursors(
      _ challenge: Challenge.ID, _ filter: LeaderboardFilter
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
      _ = try stores.workouts.finish(draft, by: person)
    }
  }

  private let histories: [History]

  init() throws {
    histories = try TestSize.choose(test: [300], check: [1000, 20_000])
      .map(History.init)
  }

  /// - Parameters:
  ///   - steps: The maximum number of instructions of SQLite's virtual machine.
  ///   - statements: The maximum number of statements, including `BEGIN` and `COMMIT`.
  ///   - scanned: The maximum number of rows that the statements read in scans of whole tables.
  private func expect(
    _ name: String, steps: Int, statements: Int, scanned: Int = 0,
    _ body: (History) throws -> Void, _ sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for history in histories {
      let work = try history.cost { try body(history) }
      let isWithin =
        work.steps <= steps && work.statements <= statements && work.scannedRows <= scanned
        && work.sorts == 0
      #expect(
        isWithin, "\(name), \(history.seeder.workouts) workouts: \(work)",
        sourceLocation: sourceLocation)
    }
  }

  @Test func `the cost of a screen depends only on its size`() throws {
    for challenge in ["pushups-2min", "pushups-100", "dead-hang"] as [Challenge.ID] {
      for filter in [LeaderboardFilter.thisWeek, .allTime] {
        try expectPageCosts(of: challenge, filter)
        try expectPageCosts(of: challenge, LeaderboardFilter(filter.period, isLiveOnly: true))
      }
      try expect("a place", steps: 200, statements: 1) { history in
        _ = try history.stores.leaderboard.peopleCount(
          above: .max / 2, on: LeaderboardKey(challenge))
      }
    }
    // The best streak is found among all runs of days and weeks. Here, there are several hundred runs.
    try expect("profile, a year of days", steps: 6100, statements: 12) { history in
      _ = try history.stores.statistics.summary(
        of: history.person, at: history.now, SummaryRequest())
    }
    // Each column of a row takes an instruction, and rows have all columns of their table.
    try expect("history", steps: 620, statements: 4) { history in
      _ = try history.stores.workouts.history(of: history.person, limit: 20)
    }
    // Reads the last workout of each challenge, or its last ten in a wide terminal. Custom challenges take another
    // statement.
    for (maxRecentCount, steps) in [(0, 2200), (PersonalResults.maxRecentCount, 11_000)] {
      try expect(
        "the first screen, \(maxRecentCount) recent results", steps: steps, statements: 13,
        scanned: 20
      ) { history in
        _ = try history.stores.workouts.results(of: history.person, maxRecentCount: maxRecentCount)
        _ = try history.stores.challenges.custom()
        _ = try history.stores.unfinished.all(of: history.person)
      }
    }
  }

  private func expectPageCosts(of challenge: Challenge.ID, _ filter: LeaderboardFilter) throws {
    for place in [0, 0.5, 1] {
      // Each entry, including the marked one, is compared with its workout, and all columns of the workout are read.
      try expect(
        "\(filter), page at \(place)", steps: 1650, statements: 8 + LeaderboardPage.size
      ) { history in
        let cursors = try history.cursors(challenge, filter)
        let cursor = cursors[Int(place * Double(cursors.count - 1))]
        _ = history.stores.consumeStatementCosts()
        _ = try history.page(challenge, filter, after: cursor)
      }
    }
  }

  @Test func `the cost of a change does not grow with the history`() throws {
    try expect("a save", steps: 1100, statements: 16) { try $0.save(reps: 1) }
    // A live best is on eight leaderboards: all time and three weeks, each with all workouts and with live ones only.
    try expect("a best", steps: 5500, statements: 82) { try $0.save(reps: 60 + $0.saved) }
    // The next best is searched for among the workouts of the deleted best's week.
    try expect("a deleted best", steps: 7500, statements: 120) { history in
      try history.save(reps: 60 + history.saved)
      let best = try #require(
        try history.stores.workouts.best(of: history.person, in: "pushups-2min"))
      _ = history.stores.consumeStatementCosts()
      try history.stores.workouts.delete(best.id, of: history.person, at: history.now)
    }
  }
}

/// Tests that opening the database and loading the first complete screen stay within the same limits when the history
/// grows from 1000 to 20 000 workouts. The app itself makes the requests, so a request added later is counted, too.
@Suite(.checksForLeaks)
@MainActor
struct StartGrowthTests {
  private let folder = TestFolder()

  @Test(arguments: TestSize.choose(test: [300], check: [1000, 20_000]))
  func `the cost of a start does not grow with the history`(workouts: Int) async throws {
    let seeder = Seeder(workouts: workouts, people: workouts / 10)
    let filling = try Connection.open(in: folder.data)
    try filling.disableSync()
    try seeder.fill(filling)
    filling.close()

    // In a wide terminal, the first screen has the latest results of each challenge, and the selected challenge's page.
    for (width, steps, statements) in [(80, 2950, 30), (120, 26_000, 62)] {
      let work = try await cost(ofStartIn: Size(width, 24), seeder)
      // 62 of the scanned rows belong to the schema.
      let isWithin =
        work.steps <= steps && work.statements <= statements && work.scannedRows <= 114
      #expect(isWithin && work.sorts == 0, "\(workouts) workouts, \(width) columns: \(work)")
    }
  }

  private func cost(ofStartIn size: Size, _ seeder: Seeder) async throws -> StatementCosts {
    let person = SeedNames.name(0)
    let database = Database(immediate: try Connection.open(in: folder.data))
    let effects = EffectQueue()
    let store = Store<AppTab.State, AppTab.Action>(
      initialState: AppTab.State(name: person.text), reducer: { AppTab() },
      withDependencies: {
        $0.useDatabase(database, as: person, now: { seeder.end })
        $0.date = .constant(seeder.end)
      }, effectExecutor: effects)
    store.send(.view(.appeared))
    store.send(.view(.sizeChanged(size)))
    effects.drain()
    #expect(store.workouts.results.count > 15 && store.workouts.catalogue != .standard)
    let work = try await database.run { $0.consumeStatementCosts() }
    await database.close()
    return work
  }
}
