import Models
import ReducerRuntime
import TerminalUI

/// Your workouts, newest first, or the one that is open or being corrected.
struct HistoryView: RetainedView {
  let store: StoreOf<History>

  var body: some View {
    switch store.scope(state: \.destination, action: \.destination.presented)?.case {
    case .workout(let store): WorkoutDetailView(store: store)
    case .editor(let store): WorkoutEditorView(store: store)
    case .errorSheet(let sheet): HistoryList(store: store).explaining(sheet)
    case nil: HistoryList(store: store)
    }
  }
}

private struct HistoryList: RetainedView {
  let store: StoreOf<History>

  var body: some View {
    SizeReader { size in
      list(in: size)
    }
  }

  private func list(in size: Size) -> some View {
    VStack {
      HStack(spacing: 2) {
        Text("History").style(.title)
        Spacer()
        Text("newest first").style(.dim)
      }
      Divider()
      if store.workouts.isEmpty {
        Paragraph(store.isLoading ? "Loading…" : "No workouts yet. Go back and pick a challenge.")
          .style(.dim)
        Spacer()
      } else {
        Table(store.workouts, selection: store.selection, columns: columns(in: size.width))
      }
      if let note = store.selectedWorkout?.note {
        if size.height < 12 {
          Text(note.line).style(.dim)
        } else {
          Paragraph(note.line).style(.dim)
        }
      }
      if let failure = store.failure {
        Paragraph(failure.sentence).style(.warning)
      } else if let notice = store.notice {
        NoticeLine(notice)
      }
    }
  }

  /// What finds room: the challenge always, the date last.
  private func columns(in width: Int) -> [Column<Workout>] {
    let catalogue = store.catalogue
    let when = Column<Workout>("When", .fixed(16)) { LocalTime($0.startedAt).text }
    let challenge = Column<Workout>("Challenge") { workout in
      let name = catalogue[workout.challenge]?.name ?? workout.challenge.description
      return workout.note == nil ? name : "\(name)*"
    }
    let reps = Column<Workout>("Reps", .fixed(6), alignment: .trailing) {
      catalogue.repsColumn(of: $0)
    }
    let time = Column<Workout>("Time", .fixed(10), alignment: .trailing) {
      catalogue.timeColumn(of: $0)
    }
    return width >= 56 ? [when, challenge, reps, time] : [challenge, reps, time]
  }
}
