import Clients
import Features
import FoundationEssentials
import Models
import ReducerRuntime
import ReducerTestSupport
import SystemTestSupport
import Testing
import WorkoutSeeding

@testable import ClientsLive
@testable import SQLite

/// All that the database is asked for until the first screen is whole, its opening included, is bounded alike with
/// twenty times the history. Whatever the app comes to ask for at its start is counted, for it is the app that asks.
@Suite(.leavesNothing)
@MainActor
struct StartGrowthTests {
  private let folder = TestFolder()

  @Test(
    arguments: TestSize.choose(
      test: [300], check: [1000, 20_000]))
  func `a start costs what the first screen shows`(workouts: Int) async throws {
    let seeder = Seeder(workouts: workouts, people: workouts / 10)
    let filling = try Stores.open(in: folder.data)
    try filling.connection.disableSync()
    try seeder.fill(filling)
    filling.close()

    let you = SeedNames.name(0)
    let database = Database(immediate: try Stores.open(in: folder.data))
    let effects = EffectQueue()
    let store = Store<AppTab.State, AppTab.Action>(
      initialState: AppTab.State(name: you.text), reducer: { AppTab() },
      withDependencies: {
        $0.use(database, as: you, now: { seeder.end })
        $0.date = .constant(seeder.end)
      }, effectExecutor: effects)
    store.send(.view(.appeared))
    effects.drain()
    #expect(store.workouts.results.count > 15 && store.workouts.catalogue != .standard)

    let work = try await database.withStores { $0.connection.takeWork() }
    // Of the scanned rows, 41 are the schema's.
    let isWithin = work.steps <= 10_000 && work.statements <= 40 && work.scanned <= 80
    #expect(isWithin && work.sorts == 0, "\(workouts) workouts: \(work)")
  }
}
