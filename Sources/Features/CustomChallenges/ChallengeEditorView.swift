import Models
import ReducerRuntime
import TerminalUI

/// A view of the form for a custom challenge.
struct ChallengeEditorView: RetainedView {
  let store: StoreOf<ChallengeEditor>

  var body: some View {
    if let blocks = store.scope(state: \.blocks, action: \.blocks.presented) {
      BlockEditorView(store: blocks)
    } else {
      form
    }
  }

  private var form: some View {
    VStack {
      Text(store.original?.name ?? "Custom challenge").style(.title)
      Divider()
      FormView(store.form)
      if let measure = store.measure,
        store.form.focusedField == .measure || store.form.focusedField == measure.field
      {
        Text("")
        Paragraph(measure.explanation).style(.dim)
      }
      if let original = store.original {
        Text("")
        Paragraph("Scored by \(original.scoringTitle); this can't be changed.").style(.dim)
      }
      Spacer()
    }
    .readable()
  }
}
