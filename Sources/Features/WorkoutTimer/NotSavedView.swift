import ReducerRuntime
import TerminalUI

/// A workout that could not be saved, and what can be done about it.
struct NotSavedView: RetainedView {
  let store: StoreOf<WorkoutTimer>
  let unsaved: UnsavedWorkout

  var body: some View {
    VStack {
      Text("This workout is not saved yet").style(.danger)
      Text("")
      Paragraph(unsaved.failure.sentence)
      Text("")
      Text("REPS \(store.repCount)  \(store.elapsedTime.clockText)").style(.accent)
      Text("")
      switch unsaved.file {
      case .success(let path):
        Paragraph("Kept in \(path) until it is saved; the next start offers it.").style(.good)
      case .failure(let failure):
        Paragraph("Only in memory: \(failure.happened).").style(.warning)
      }
      Paragraph("Saving is tried again by itself.")
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
        if unsaved.isInFile {
          HStack(spacing: 1) {
            HintKeys(Hint("Esc", "back"))
            Text("leaves it in its file.")
          }
          .style(.dim)
        }
      }
    }
    .padding(2, 1)
  }
}
