import Models
import ReducerRuntime
import TerminalUI

/// What the training plan of a challenge has next, in one line of its facts.
struct PlanLine: View {
  let store: StoreOf<Plan>

  var body: some View {
    HStack(spacing: 2) {
      Text("Your ladder").style(.dim).frame(width: 12)
      if let failure = store.failure {
        Text(failure.happened).style(.warning)
      } else if let plan = store.plan {
        Text(plan.nextText(today: store.today))
      } else {
        Text("none yet, test first")
      }
    }
    .tappable(store.plan == nil ? Hint("t", "test") : Hint("l", "your ladder"))
  }
}

extension TrainingPlan {
  /// What is to be done next, and when: `5 x 13 reps, tomorrow`.
  func nextText(today: Int64) -> String {
    let due = nextDay(today: today).dueText(today: today)
    return "\(nextSession?.text ?? "test again"), \(due)"
  }
}
