import ReducerRuntime
import TerminalUI

/// The form that corrects a workout.
struct WorkoutEditorView: RetainedView {
  let store: StoreOf<WorkoutEditor>

  var body: some View {
    VStack {
      Text(store.title).style(.title)
      Divider()
      FormView(store.form)
      Text("")
      NamingKeys { key in
        Paragraph(
          "Fewer reps are taken off the end; more are spread evenly. \(key("u", "undo")) in the "
            + "history undoes it."
        ).style(.dim)
      }
      Spacer()
    }
  }
}
