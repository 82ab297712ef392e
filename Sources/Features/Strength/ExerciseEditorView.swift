import Models
import ReducerRuntime
import TerminalUI

/// A view of the form for the settings of an exercise.
struct ExerciseEditorView: RetainedView {
  let store: StoreOf<ExerciseEditor>
  let exercise: String

  var body: some View {
    VStack {
      TitleLine("rule, note and unit", style: .dim, shouldTruncateTitle: true) {
        Text(exercise).style(.title)
      }
      Divider()
      FormView(store.form)
      Text("")
      if store.form.focusedField == .note {
        Paragraph("The exercise's page and its sessions show the note.").style(.dim)
      } else {
        ruleExplanation
      }
      Spacer()
    }
    .readable()
  }

  @ViewBuilder private var ruleExplanation: some View {
    Paragraph(store.preset.explanation).style(.dim)
    if store.preset != .none {
      Paragraph(
        "Such as \(store.preset.text(in: store.unit)), with a step in \(store.unit.rawValue)."
      )
      .style(.dim)
    }
    Text("")
    Paragraph("A rule only suggests: it changes nothing that you plan or type.").style(.dim)
  }
}
