import Models
import ReducerRuntime
import TerminalUI

/// A view of the statistics and the workouts, or of the open workout.
struct ProfileView: RetainedView {
  let store: StoreOf<Profile>

  var body: some View {
    switch store.scope(state: \.destination, action: \.destination.presented)?.case {
    case .workout(let store): WorkoutDetailView(store: store)
    case .errorSheet(let sheet): ProfilePage(store: store).errorSheet(sheet)
    case nil: ProfilePage(store: store)
    }
  }
}

private struct ProfilePage: RetainedView {
  let store: StoreOf<Profile>

  var body: some View {
    SizeReader { size in
      VStack {
        TitleLine("workouts, newest first", style: .dim, shouldTruncateTitle: true) {
          Text(PersonName.truncated(store.name)).style(.title)
        }
        Divider()
        StatisticsView(
          store: store.scope(state: \.statistics, action: \.statistics), catalogue: store.catalogue,
          size: size)
        Divider()
        if let failure = store.failure {
          Paragraph(failure.sentence).style(.warning)
          KeyNameReader { key in
            Paragraph("Press \(key("r", "refresh")) to try again.").style(.dim)
          }
        } else if store.isLoading, store.workouts.isEmpty {
          Text("Loading…").style(.dim)
        } else if store.workouts.isEmpty {
          NoWorkoutsView()
        } else {
          SizeReader { size in
            VStack {
              Table(
                store.workouts, selection: store.selection, columns: columns(in: size.width))
              if size.height >= 6,
                let marks = Workout.Provenance.legend(of: store.workouts.map(\.provenance))
              {
                Text(marks).style(.dim)
              }
            }
          }
        }
      }
    }
    .expanded()
    .readable()
  }

  /// Returns the columns that fit: challenge and result always, then the date, and the time last.
  private func columns(in width: Int) -> [Column<Workout>] {
    let catalogue = store.catalogue
    let when = Column<Workout>("When", .fixed(16)) { $0.localStart.text }
    let name = Column<Workout>("Challenge") { workout, environment in
      let name = catalogue.name(of: workout)
      return name + workout.provenance.mark(environment.canDrawGraphics)
    }
    let time = Column<Workout>("Time", .fixed(10), alignment: .trailing) {
      catalogue.timeColumn(of: $0)
    }
    let result = Column<Workout>("Result", .fixed(10), alignment: .trailing) {
      catalogue.resultColumn(of: $0)
    }
    return switch width {
    case 70...: [when, name, result, time]
    case 56...: [when, name, result]
    default: [name, result]
    }
  }
}

private struct NoWorkoutsView: View {
  var body: some View {
    VStack {
      Text("No workouts yet.")
      HStack(spacing: 1) {
        Text("Press")
        HintKeys(Hint("1", "workouts"))
        Text("and pick a challenge.")
      }
    }
    .style(.dim)
  }
}
