import Models
import ReducerRuntime
import TerminalUI

/// A challenge's screen, or the workout or plan that it presents.
struct ChallengeDetailView: RetainedView {
  let store: StoreOf<ChallengeDetail>

  var body: some View {
    switch store.scope(state: \.destination, action: \.destination.presented)?.case {
    case .activeWorkout(let store):
      WorkoutTimerView(store: store)
    case .errorSheet(let sheet):
      ChallengeCard(store: store).readable().errorSheet(sheet)
    case nil:
      if store.isShowingPlan {
        let plan = store.scope(state: \.plan, action: \.plan)
        PlanView(store: plan, rest: store.options.restBetweenSets)
          .errorSheet(plan.scope(state: \.errorSheet, action: \.errorSheet.presented))
      } else {
        ChallengeCard(store: store).readable()
      }
    }
  }
}

/// A challenge's page, as a screen or beside the list of challenges.
struct ChallengeCard: RetainedView {
  let store: StoreOf<ChallengeDetail>
  /// Whether the most important keys are shown as buttons.
  var hasButtons = true

  var body: some View {
    SizeReader { size in
      let height = max(0, size.height - (hasButtons ? 3 : 2))
      VStack {
        TitleLine(store.challenge.kind.title, style: .dim, shouldTruncateTitle: true) {
          Text(store.challenge.name).style(.title)
        }
        Divider()
        ChallengeContent(store: store, size: Size(size.width, height))
          .frame(width: size.width, height: height)
        if hasButtons { buttons }
      }
    }
  }

  private var buttons: some View {
    HStack(spacing: 2) {
      button(Hint("s", "start"))
      if let ghost = store.ghost {
        button(Hint("g", "race \(ghost.name)", name: "race-your-best"))
      }
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
