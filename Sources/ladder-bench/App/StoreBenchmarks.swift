extension Bench {
  /// What the runtime costs in the app's own state.
  mutating func stores() throws {
    let name = "store.tick"
    let workout = try BenchWorkout()
    var frame = Terminal.frame
    // Somebody looks at it: the screen was drawn, and hears that it is not right any more.
    workout.program.render(into: &frame)
    // Not a second passes, and so nothing is kept.
    workout.clock.set(step: .nanoseconds(100))
    let before = workout.elapsed
    measure(name, size: 2) { workout.program.store.send(BenchWorkout.tick) }
    check(workout.elapsed > before && workout.program.needsRender, name)
  }
}
