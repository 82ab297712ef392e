import Models
import ReducerRuntime
import TerminalUI

/// A view of a workout's blocks, of its text and of its scoring.
struct BlockEditorView: RetainedView {
  let store: StoreOf<BlockEditor>

  var body: some View {
    VStack {
      Text("Blocks of the workout").style(.title)
      Divider()
      List(store.lines, selection: store.selection) { line in
        Text(String(repeating: "  ", count: line.depth) + line.text)
          .style(line.isGroup ? .title : .text)
      }
      Divider()
      if let form = store.form {
        FormView(form)
        Text("Such as push-up 10, plank 30s, squat 5x5 @ 60kg or rest 30s").style(.dim)
      } else {
        Paragraph(store.routine.text)
        if let problem = store.problem {
          Paragraph(problem).style(.warning)
        } else {
          Paragraph(store.routine.scoring?.title ?? "No score: an exercise has no end")
            .style(.dim)
        }
      }
    }
    .readable()
  }
}
