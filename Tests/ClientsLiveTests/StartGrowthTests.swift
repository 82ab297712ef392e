import Clients
import Features
import FoundationEssentials
import Models
import ReducerRuntime
import ReducerTestSupport
import SystemTestSupport
import TerminalUI
import Testing
import WorkoutSeeding

@testable import ClientsLive
@testable import SQLite

/// Tests that opening the database and loading the first complete screen stay within the same limits when the history
/// is twenty times as long. The app itself makes the requests, so a request added later is counted, too.
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

    // In a wide terminal the first screen has the latest results of each challenge, and the page of the selected one.
    for (width, steps, statements) in [(80, 2800, 30), (120, 22_000, 60)] {
      let work = try await cost(ofStartIn: Size(width, 24), seeder)
      // 51 of the scanned rows belong to the schema.
      let isWithin =
        work.steps <= steps && work.statements <= statements && work.scannedRows <= 100
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
