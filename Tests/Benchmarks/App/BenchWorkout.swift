import AppFeatures
import CatalogueFeatures
import Clients
import ClientsLive
import FoundationEssentials
import Models
import ReducerRuntime
import SQLite
import TerminalUI

/// The whole app with a running workout and a database in memory. Only ``clock`` advances its time.
@MainActor
struct BenchWorkout {
  let program: AppProgram
  let clock = SteppedClock()
  private let effects = EffectQueue()

  /// The action of a tick, which passes through the tabs to the workout.
  static let tick = AppTab.Action._internal(.workouts(workoutsAction))

  private static let workoutsAction = Workouts.Action._internal(
    .session(.presented(._internal(.timerTick))))

  /// A routine of forty blocks, four groups deep.
  static let nestedRoutine: Routine? = {
    let sets = (1...18).map { "exercise \(UnicodeScalar(96 + $0)!) 50" }.joined(separator: ", ")
    let rests = Array(repeating: "plank 30s, rest 10s", count: 9).joined(separator: ", ")
    return Routine("2x(2x(2x(AMRAP 10:00 (\(sets)), \(rests))))")
  }()

  /// Starts a workout and counts some reps. After that, a tick changes only the time.
  ///
  /// - Parameter routine: The routine of the workout; `nil` for "100 push-ups for time".
  init(_ routine: Routine? = nil) throws {
    guard let person = PersonName("Ann") else { throw BenchError("\"Ann\" is not a valid name") }
    let stores = try Connection.inMemory()
    let challenge: Challenge.ID = routine == nil ? "pushups-100" : "own-nested"
    if let routine {
      _ = try stores.challenges.add(
        .custom(
          "own-nested", name: "Nested", kind: .upperBody,
          scoring: routine.scoring ?? .hold, instructions: [], routine: routine))
    }
    let rows = try stores.challenges.catalogue().challenges
    let database = Database(immediate: stores)
    let clock = clock
    let start = Date(timeIntervalSince1970: 1_767_596_400)
    var values = DependencyValues()
    values.useDatabase(database, as: person, now: { start })
    values.continuousClock = clock
    values.date = .constant(start)
    values.setDemoClients()
    let store = Store<AppTab.State, AppTab.Action>(
      initialState: AppTab.State(name: person.text), reducer: { AppTab() },
      withDependencies: { [values] in $0 = values }, effectExecutor: effects)
    program = AppProgram(store: store)
    effects.drain()
    // The second `s` skips the countdown.
    for _ in 0..<(rows.firstIndex { $0.id == challenge } ?? 0) { press(.down) }
    for key: Key in [.enter, "s", "s"] { press(key) }
    clock.set(step: .seconds(1))
    for _ in 0..<12 { press(.space) }
    clock.set(step: .zero)
    check(
      elapsed > .zero
        && program.store.withState { $0.workouts.detail?.challenge.id } == challenge, "the workout")
  }

  private func press(_ key: Key) {
    program.handle(.key(key))
    effects.drain()
  }

  /// Sends a tick and runs its effects. Once a second, the workout is saved.
  func tick() {
    program.store.send(Self.tick)
    effects.drain()
  }

  /// The time worked.
  var elapsed: Duration {
    program.store.withState { $0.workouts.session?.elapsedTime ?? .zero }
  }
}
