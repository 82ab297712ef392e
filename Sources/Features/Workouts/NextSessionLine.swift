import Models
import TerminalUI

/// The next session of all training plans, in one line.
struct NextSessionLine: View {
  let plan: TrainingPlan
  let challenge: Challenge
  let today: Int64

  var body: some View {
    let hint = Hint("n", "next session")
    HStack(spacing: 1) {
      HintKeys(hint).style(.key)
      Text("Next, \(due):").style(.accent)
      Text("\(plan.nextSession?.shortText ?? "test")  \(challenge.name)")
    }
    .tappable(hint)
  }

  private var due: String { plan.nextDay(today: today).dueText(today: today) }
}
