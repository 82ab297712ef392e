import ReducerRuntime
import TerminalUI

/// A workout that could not be saved, and what can be done about it.
struct NotSavedView: RetainedView {
  let store: StoreOf<WorkoutTimer>
  let failure: Failure

  var body: some View {
    VStack {
      Text("This workout is not saved yet").style(.danger)
      Text("")
      Paragraph(failure.sentence)
      Text("")
      Text("REPS \(store.repCount)  \(store.elapsedTime.clockText)").style(.accent)
      Text("")
      if store.isOnFloor {
        HStack(spacing: 1) {
          HintKeys(Hint("Esc", "leave floor mode"))
          Text("leaves floor mode; then it can be tried again.")
        }
        .style(.dim)
      } else {
        HStack(spacing: 1) {
          HintKeys(Hint("Enter", "try again"))
          Text("tries again;")
        }
        .style(.dim)
        HStack(spacing: 1) {
          HintKeys(Hint("Esc", "back"))
          Text("leaves it unfinished in the database.")
        }
        .style(.dim)
      }
    }
    .padding(2, 1)
  }
}
