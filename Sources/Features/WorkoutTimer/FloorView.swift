import Models
import ReducerRuntime
import TerminalUI

/// A workout seen from the floor: digits as large as the screen, and one line that says the rest.
struct FloorView: RetainedView {
  let store: StoreOf<WorkoutTimer>
  /// Whether the line has to be close to have room for a race.
  let isNarrow: Bool

  var body: some View {
    VStack(alignment: .center) {
      digits.centered()
      if let press = store.ignoredPress, store.isRunning {
        Text(press.sentence(gap: store.options.minimumGap)).style(.warning)
      }
      HStack(spacing: isNarrow && store.isRacing ? 1 : 3) {
        if !store.isHold { Text("REPS \(store.repCount)").style(.accent) }
        ClockText(store: store)
        if case .resting(_, let remaining) = store.rest {
          Text("Saved").style(.good)
          Text("Rest \(remaining) s").style(.accent)
        }
        if store.isCounting, store.endsByItself { FloorProgress(store: store) }
        if store.failure != nil { Text("Not stored yet").style(.warning) }
        // Last, so that a long name loses its own end and nothing else.
        if store.isRacing { RaceView(store: store) }
      }
    }
  }

  @ViewBuilder
  private var digits: some View {
    if case .preparing(_, let remaining) = store.phase {
      BigDigits("\(remaining)")
    } else if case .resting(_, let remaining) = store.rest {
      BigDigits("\(remaining)")
    } else if store.challenge.scoring.countsReps {
      BigDigits("\(store.repCount)")
    } else {
      FloorClock(store: store)
    }
  }
}

/// The clock without the hundredths, which are in the line below: what is left is the larger.
private struct FloorClock: RetainedView {
  let store: StoreOf<WorkoutTimer>

  var body: some View { FloorDigits(text: String(store.elapsedTime.clockText.dropLast(3))) }
}

private struct FloorDigits: RetainedView {
  let text: String

  var body: some View { BigDigits(text) }
}

private struct FloorProgress: RetainedView {
  let store: StoreOf<WorkoutTimer>

  var body: some View { WhatIsLeft(left: store.progress?.left) }
}

extension WorkoutTimer.State {
  /// Whether there is something to be seen from the floor.
  var fillsFloor: Bool { isCounting || isResting }

  var isCounting: Bool { isRunning || isPaused || isPreparing }
}
