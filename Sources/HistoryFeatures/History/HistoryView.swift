import Models
import ReducerRuntime
import SharedFeatures
import TerminalUI

/// A view of the list of workouts, or of the open workout or form.
public struct HistoryView: RetainedView {
  let store: StoreOf<History>

  public init(store: StoreOf<History>) { self.store = store }

  public var body: some View {
    switch store.scope(state: \.destination, action: \.destination.presented)?.case {
    case .workout(let store): WorkoutDetailView(store: store)
    case .editor(let store): WorkoutEditorView(store: store)
    case .errorSheet(let sheet): HistoryList(store: store).errorSheet(sheet)
    case nil: HistoryList(store: store)
    }
  }
}

private struct HistoryList: RetainedView {
  let store: StoreOf<History>

  var body: some View {
    SplitView { room in
      list(in: room)
    } page: { size in
      if let workout = store.selectedWorkout {
        WorkoutCard(workout: workout, challenge: store.catalogue[workout.challenge], size: size)
      }
    }
  }

  private func list(in room: SplitListLayout) -> some View {
    VStack {
      PageTitle("History", note: "newest first")
      if store.workouts.isEmpty {
        Paragraph(emptyText).style(.dim)
        Spacer()
      } else {
        Table(
          store.workouts, selection: store.selection,
          columns: store.catalogue.workoutColumns(
            in: room.size.width, marksNotes: true, hasPage: room.hasPage))
      }
      if room.size.height >= 12,
        let marks = Workout.Provenance.legend(of: store.workouts.map(\.provenance))
      {
        Text(marks).style(.dim)
      }
      if store.isSearching || !store.query.isEmpty {
        HStack {
          SearchText(input: store.input, isEdited: store.isSearching)
          if store.isSearching, let completion = store.completion {
            Text(completion).style(.dim)
          }
        }
      }
      // The page beside the list also shows the note.
      if !room.hasPage, let note = store.selectedWorkout?.note {
        if room.size.height < 12 {
          Text(note.line).style(.dim)
        } else {
          Paragraph(note.line).style(.dim)
        }
      }
      if let failure = store.failure {
        Paragraph(failure.sentence).style(.warning)
      } else if let notice = store.notice {
        ChangeNoticeLine(notice)
      }
    }
  }

  private var emptyText: String {
    if store.isLoading { return "Loading…" }
    return store.query.isEmpty ? "No workouts yet. Go back and pick a challenge." : "No matches"
  }
}

extension Catalogue {
  /// Returns the columns that fit in a list of workouts: always challenge and result, then the date, then the time.
  ///
  /// - Parameters:
  ///   - marksNotes: Whether workouts with a note have a mark.
  ///   - hasPage: Whether the page beside the list shows the duration, and the time of day if there is no room for it.
  @MainActor
  func workoutColumns(
    in width: Int, marksNotes: Bool = false, hasPage: Bool = false
  ) -> [Column<Workout>] {
    let when = Column<Workout>("When", .fixed(16)) { $0.localStart.localText }
    let day = Column<Workout>("When", .fixed(10)) { $0.localStart.date.localText }
    let challenge = Column<Workout>("Challenge") { workout, environment in
      let name = workout.sets.isEmpty ? name(of: workout) : workout.sets.topSetsText
      let mark = workout.provenance.mark(environment.canDrawGraphics)
      let note = environment.canDrawGraphics ? " \"" : ", with a note"
      return name + mark + (marksNotes && workout.note != nil ? note : "")
    }
    let result = Column<Workout>("Result", .fixed(10), alignment: .trailing) {
      resultColumn(of: $0)
    }
    let time = Column<Workout>("Time", .fixed(10), alignment: .trailing) {
      timeColumn(of: $0)
    }
    if hasPage { return [width >= 52 ? when : day, challenge, result] }
    return switch width {
    case 70...: [when, challenge, result, time]
    case 56...: [when, challenge, result]
    default: [challenge, result]
    }
  }
}

extension WorkoutNote {
  public var line: String { "Note: \(text)" }
}
