import Models
import ReducerRuntime
import TerminalUI

/// A view of an exercise's page, or of the form for its settings.
struct ExercisePageView: RetainedView {
  let store: StoreOf<ExercisePage>

  var body: some View {
    switch store.scope(state: \.destination, action: \.destination.presented)?.case {
    case .editor(let editor): ExerciseEditorView(store: editor, exercise: store.exercise)
    case .errorSheet(let sheet): ExerciseContent(store: store).errorSheet(sheet)
    case nil: ExerciseContent(store: store)
    }
  }
}

/// The facts at the top, and below them the lists and charts that fit.
private struct ExerciseContent: RetainedView {
  let store: StoreOf<ExercisePage>

  var body: some View {
    SizeReader { size in
      VStack {
        TitleLine(note, style: .dim, shouldTruncateTitle: true) {
          Text(store.exercise.capitalizedStart).style(.title)
        }
        Divider()
        if let history = store.history {
          let records = history.records(weekStart: store.settings.weekStart)
          ExerciseFacts(history: history, records: records, isShort: size.height < 17)
          if size.height >= 17 { Text("") }
          ExerciseFigures(history: history, records: records)
        } else {
          if store.failure == nil { Text("Loading…").style(.dim) }
          Spacer()
        }
        if let failure = store.failure { Paragraph(failure.sentence).style(.warning) }
      }
    }
    .readable()
  }

  private var note: String {
    guard let history = store.history, let last = history.last else { return "" }
    let count = history.sessions.count
    return "\(count == 1 ? "1 session" : "\(count) sessions"), last \(last.day.dateText)"
  }
}
