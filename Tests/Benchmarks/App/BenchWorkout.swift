import Clients
import ClientsLive
import Features
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

  /// The action of a tick, which passes through the tabs and the screen of a challenge to the workout.
  static let tick = AppTab.Action._internal(.workouts(workoutsAction))

  private static let workoutsAction = Workouts.Action._internal(
    .destination(.presented(.detail(detailAction))))

  private static let detailAction = ChallengeDetail.Action._internal(
    .destination(.presented(.activeWorkout(._internal(.timerTick)))))

  /// Starts "100 push-ups for time", which has no time limit, and counts some reps.
  init() throws {
    guard let person = PersonName("Ann") else { throw BenchError("\"Ann\" is not a valid name") }
    let database = Database(immediate: try Stores.inMemory())
    let clock = clock
    let start = Date(timeIntervalSince1970: 1_767_596_400)
    var values = DependencyValues()
    values.useDatabase(database, as: person, now: { start })
    values.continuousClock = clock
    values.date = .constant(start)
    values.beeps = BeepClient { _ in }
    values.notifications = .demo
    values.settings = .demo
    values.clipboard = .demo
    values.systemInformation = .demo
    let store = Store<AppTab.State, AppTab.Action>(
      initialState: AppTab.State(name: person.text), reducer: { AppTab() },
      withDependencies: { [values] in $0 = values }, effectExecutor: effects)
    program = AppProgram(store: store)
    effects.drain()
    // The second `s` skips the countdown.
    for key: Key in [.down, .enter, "s", "s"] { press(key) }
    clock.set(step: .seconds(1))
    for _ in 0..<12 { press(.space) }
    clock.set(step: .zero)
    check(elapsed > .zero, "the workout")
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
    program.store.withState { $0.workouts.detail?.activeWorkout?.elapsedTime ?? .zero }
  }
}
