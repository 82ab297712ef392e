import Models
import ReducerRuntime
import TerminalUI

/// A workout's page, its replay, or the form that corrects it.
struct WorkoutDetailView: RetainedView {
  let store: StoreOf<WorkoutDetail>

  var body: some View {
    switch store.scope(state: \.destination, action: \.destination.presented)?.case {
    case .replay(let store): ReplayView(store: store)
    case .editor(let store): WorkoutEditorView(store: store)
    case .errorSheet(let sheet): WorkoutPage(store: store).errorSheet(sheet)
    case nil: WorkoutPage(store: store)
    }
  }
}

private struct WorkoutPage: RetainedView {
  let store: StoreOf<WorkoutDetail>

  var body: some View {
    SizeReader { size in
      VStack {
        WorkoutTitle(
          name: store.workout.map { store.catalogue.name(of: $0) }
            ?? store.catalogue.name(of: store.challengeID),
          start: store.workout?.localStart)
        Divider()
        if let workout = store.workout {
          let contentSize = Size(size.width, max(0, size.height - 2 - (hasLine ? 1 : 0)))
          WorkoutContent(
            workout: workout, challenge: store.challenge, name: store.name,
            isYours: store.isYours, place: store.place, records: store.records,
            size: contentSize
          )
          .frame(width: contentSize.width, height: contentSize.height)
        } else {
          Text(store.failure == nil ? "Loading…" : "").style(.dim)
          Spacer()
        }
        line
      }
    }
    .expanded().readable()
  }

  private var hasLine: Bool { store.failure != nil || store.notice != nil || store.canUndo }

  @ViewBuilder private var line: some View {
    if let failure = store.failure {
      Text(failure.sentence).style(.warning)
    } else if let notice = store.notice {
      Text(notice).style(.accent)
    } else if store.canUndo {
      KeyNameReader { key in
        Text("Corrected (\(key("u", "undo")) undoes it).").style(.accent)
      }
    }
  }
}
