import Models
import ReducerRuntime
import TerminalUI

/// The time worked in digits that can be read from the floor.
struct ClockDigits: RetainedView {
  let store: StoreOf<WorkoutTimer>

  var body: some View {
    let clock = store.elapsedTime.clockText
    BigDigits(clock, minorFrom: clock.utf8.count - 3)
  }
}

/// The time worked in a line of text.
struct ClockText: RetainedView {
  let store: StoreOf<WorkoutTimer>

  var body: some View { Text(store.elapsedTime.clockText).bold() }
}
