import Models
import ReducerRuntime
import TerminalUI

/// A challenge's screen, or that of the workout it has started.
struct ChallengeDetailView: RetainedView {
  let store: StoreOf<ChallengeDetail>

  var body: some View {
    switch store.scope(state: \.destination, action: \.destination.presented)?.case {
    case .activeWorkout(let store):
      WorkoutTimerView(store: store)
    case .errorSheet(let sheet):
      ChallengeCard(store: store).explaining(sheet)
    case nil:
      if store.isShowingPlan {
        let plan = store.scope(state: \.plan, action: \.plan)
        PlanView(store: plan, rest: store.options.restBetweenSets)
          .explaining(plan.scope(state: \.errorSheet, action: \.errorSheet.presented))
      } else {
        ChallengeCard(store: store)
      }
    }
  }
}

private struct ChallengeCard: RetainedView {
  let store: StoreOf<ChallengeDetail>

  var body: some View {
    SizeReader { size in
      VStack {
        HStack {
          Text(store.challenge.name).style(.title)
          Spacer(minLength: 2)
          Text(store.challenge.kind.title).style(.dim)
        }
        Divider()
        ChallengeContent(store: store, size: Size(size.width, max(0, size.height - 3)))
          .frame(width: size.width, height: max(0, size.height - 3))
        buttons
      }
    }
  }

  private var buttons: some View {
    HStack(spacing: 2) {
      button(Hint("s", "start"))
      if store.ghost != nil { button(Hint("g", "race your best")) }
    }
  }

  private func button(_ hint: Hint) -> some View {
    HStack(spacing: 2) {
      HintKeys(hint)
      Text(hint.label)
    }
    .padding(1, 0).background(.selection).tappable(hint)
  }
}
