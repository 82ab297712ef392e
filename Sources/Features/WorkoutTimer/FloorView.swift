import Models
import ReducerRuntime
import TerminalUI

/// A workout seen from the floor: digits as large as the screen, and one line that says the rest.
struct FloorView: View {
  let store: StoreOf<WorkoutTimer>
  /// Whether the line has to be close to have room for a race.
  let isNarrow: Bool

  var body: some View {
    let clock = store.elapsedTime.clockText
    VStack(alignment: .center) {
      digits(clock).centered()
      line(clock, store.lead)
    }
  }

  private func line(_ clock: String, _ lead: Lead?) -> some View {
    HStack(spacing: isNarrow && lead != nil ? 1 : 3) {
      Text("REPS \(store.repCount)").style(.accent)
      Text(clock).bold()
      if case .resting(_, let remaining) = store.rest {
        Text("Saved").style(.good)
        Text("Rest \(remaining) s").style(.accent)
      }
      if store.isCounting, let progress = store.progress { Text(progress.left).style(.dim) }
      if store.failure != nil { Text("Not stored yet").style(.warning) }
      // Last, so that a long name loses its own end and nothing else.
      if let lead { LeadView(lead: lead) }
    }
  }

  @ViewBuilder
  private func digits(_ clock: String) -> some View {
    if case .preparing(_, let remaining) = store.phase {
      BigDigits("\(remaining)")
    } else if case .resting(_, let remaining) = store.rest {
      BigDigits("\(remaining)")
    } else if store.challenge.scoring.countsReps {
      BigDigits("\(store.repCount)")
    } else {
      // Without the hundredths, which are in the line below: what is left is the larger.
      BigDigits(String(clock.dropLast(3)))
    }
  }
}

extension WorkoutTimer.State {
  /// Whether there is something to be seen from the floor.
  var fillsFloor: Bool { isCounting || isResting }

  var isCounting: Bool { isRunning || isPaused || isPreparing }
}
