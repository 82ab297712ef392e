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
      CatalogueView(store: store)
    }
  }
}

private struct CatalogueView: View {
  let store: StoreOf<Workouts>

  var body: some View {
    let bests = store.bests
    VStack {
      Table(
        store.catalogue.challenges, selection: store.selection,
        columns: [
          Column("Challenge") { $0.name },
          Column("Kind", .fixed(11), role: .dim) { $0.kind.title },
          Column("Scored by", .fixed(22), role: .dim) { $0.scoring.title },
          Column("Your best", .fixed(14), alignment: .trailing) { challenge in
            bests[challenge.id].map(challenge.scoring.text) ?? "-"
          },
        ])
      if let failure = store.failure {
        Paragraph(failure.sentence).style(.warning)
      } else if let challenge = store.selectedChallenge {
        Text(challenge.summary).style(.dim)
      }
    }
  }
}
