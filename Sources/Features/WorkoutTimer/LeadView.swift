import ReducerRuntime
import TerminalUI

/// How the race stands at this moment.
struct RaceView: RetainedView {
  let store: StoreOf<WorkoutTimer>

  var body: some View { LeadView(lead: store.lead) }
}

/// How a race stands: by its sign, and by colour beside it.
struct LeadView: RetainedView {
  let lead: Lead?

  var body: some View {
    if let lead { Text(lead.text).style(lead.reps < 0 ? .warning : .good) }
  }
}
