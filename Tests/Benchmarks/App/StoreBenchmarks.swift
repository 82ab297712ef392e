import Scripting
import TerminalUI

extension Bench {
  /// Measures the runtime with the app's state.
  mutating func measureStore() throws {
    try measureTick("store.tick", BenchWorkout())
    try measureTick("store.tick.nested", BenchWorkout(BenchWorkout.nestedRoutine))
  }

  private mutating func measureTick(_ name: String, _ workout: BenchWorkout) {
    // The screen was rendered once, so it observes the state and is invalidated by each tick.
    let stage = Stage(workout.program, size: Size(100, 30))
    stage.drawIfNeeded()
    // Less than a second passes in total, so the workout isn't saved.
    workout.clock.set(step: .nanoseconds(100))
    let before = workout.elapsed
    measure(name, size: 2) { workout.program.store.send(BenchWorkout.tick) }
    check(workout.elapsed > before && stage.isChanged, name)
  }
}
