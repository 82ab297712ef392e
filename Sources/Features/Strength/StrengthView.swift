import Models
import ReducerRuntime
import TerminalUI

/// A view of the list of exercises, or of the open exercise's page.
struct StrengthView: RetainedView {
  let store: StoreOf<Strength>

  var body: some View {
    switch store.scope(state: \.destination, action: \.destination.presented)?.case {
    case .page(let store): ExercisePageView(store: store)
    case .errorSheet(let sheet): StrengthList(store: store).errorSheet(sheet)
    case nil: StrengthList(store: store)
    }
  }
}

private struct StrengthList: RetainedView {
  let store: StoreOf<Strength>

  var body: some View {
    SizeReader { size in
      VStack {
        TitleLine("last done first", style: .dim, shouldTruncateTitle: true) {
          Text("Weights").style(.title)
        }
        Divider()
        if store.exercises.isEmpty {
          emptyText
          Spacer()
        } else {
          Table(store.exercises, selection: store.selection, columns: columns(in: size.width))
        }
        if let failure = store.failure { Paragraph(failure.sentence).style(.warning) }
      }
    }
    .readable()
  }

  @ViewBuilder private var emptyText: some View {
    if store.isLoading {
      Text("Loading…").style(.dim)
    } else {
      KeyNameReader { key in
        Paragraph(
          "No sets with weights yet. \(key("s", "start session")) starts a session, or log one in a "
            + "shell: ladder log 'bench press' 100x5 80x8"
        )
        .style(.dim)
      }
    }
  }

  /// Returns the columns that fit: the name and the last sets always, then the maximum, and the day last.
  private func columns(in width: Int) -> [Column<StrengthExercise>] {
    let name = Column<StrengthExercise>("Exercise") { $0.name }
    let sets = Column<StrengthExercise>("Last sets", role: .dim) { exercise in
      exercise.last.sets.summary(in: exercise.unit ?? .kilograms)
    }
    let day = Column<StrengthExercise>("When", .fixed(10)) { $0.last.day.dateText }
    let best = Column<StrengthExercise>("Best", .fixed(10), alignment: .trailing) { $0.bestText }
    return switch width {
    case 56...: [name, sets, day, best]
    case 44...: [name, sets, best]
    default: [name, best]
    }
  }
}

extension StrengthExercise {
  /// The estimated maximum, or the most reps if there is none.
  var bestText: String {
    if let bestEstimate { return bestEstimate.mass.text(in: unit ?? .kilograms) }
    return mostReps?.set.reps.repsText ?? "-"
  }
}

extension Int64 {
  /// A day, in days since 1970, with its year: `2026-01-07`.
  var dateText: String { CivilDate(daysSince1970: self).text }
}
