import Scripting
import TerminalUI

extension Bench {
  /// What the runtime costs in the app's own state.
  mutating func measureStore() throws {
    let name = "store.tick"
    let workout = try BenchWorkout()
    // Somebody looks at it: the screen was drawn, and hears that it is not right any more.
    let stage = Stage(workout.program, size: Size(100, 30))
    stage.drawIfNeeded()
    // Not a second passes, and so nothing is kept.
    workout.clock.set(step: .nanoseconds(100))
    let before = workout.elapsed
    measure(name, size: 2) { workout.program.store.send(BenchWorkout.tick) }
    check(workout.elapsed > before && stage.isChanged, name)
  }
}
