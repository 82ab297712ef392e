import Models
import ReducerRuntime
import TerminalUI

/// The catalogue, or the challenge that is open.
struct WorkoutsView: View {
  let store: StoreOf<Workouts>

  var body: some View {
    if let detail = store.scope(state: \.detail, action: \.detail.presented) {
      ChallengeDetailView(store: detail)
    } else {
      CatalogueView(store: store).overlay {
        if let sheet = store.scope(state: \.errorSheet, action: \.errorSheet.presented) {
          ErrorHandlingView(store: sheet)
        }
      }
    }
  }
}

private struct CatalogueView: View {
  let store: StoreOf<Workouts>

  var body: some View {
    VStack {
      SizeReader { size in
        Table(
          store.catalogue.challenges, selection: store.selection,
          columns: columns(in: size.width))
      }
      if let failure = store.failure {
        Paragraph(failure.sentence).style(.warning)
      } else if let challenge = store.selectedChallenge {
        Text(challenge.summary).style(.dim)
      }
    }
  }

  /// What finds room: the name always, then your best.
  private func columns(in width: Int) -> [Column<Challenge>] {
    let bests = store.bests
    let name = Column<Challenge>("Challenge") { $0.name }
    let kind = Column<Challenge>("Kind", .fixed(11), role: .dim) { $0.kind.title }
    let scoring = Column<Challenge>("Scored by", .fixed(22), role: .dim) { $0.scoring.title }
    let best = Column<Challenge>("Your best", .fixed(14), alignment: .trailing) { challenge in
      bests[challenge.id].map(challenge.scoring.text) ?? "-"
    }
    return switch width {
    case 74...: [name, kind, scoring, best]
    case 62...: [name, scoring, best]
    case 38...: [name, best]
    default: [name]
    }
  }
}
