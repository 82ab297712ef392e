import ReducerRuntime
import TerminalUI

/// The form for a challenge of your own.
struct ChallengeEditorView: RetainedView {
  let store: StoreOf<ChallengeEditor>

  var body: some View {
    VStack {
      Text(store.original?.name ?? "A challenge of your own").style(.title)
      Divider()
      FormView(store.form)
      if let original = store.original {
        Text("")
        Text("Scored by \(original.scoring.title), as it was.").style(.dim)
      }
      Spacer()
    }
  }
}
