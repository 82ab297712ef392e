import Models
import ReducerRuntime
import TerminalUI

/// Asks what is to become of an unfinished workout.
struct CrashResumeView: View {
  let draft: WorkoutDraft
  let challenge: Challenge
  let choices: [Hint]

  var body: some View {
    Alert("Resume this workout?", message: message, choices: choices)
  }

  private var message: String {
    let reps = draft.log.count.repsText
    return "\(challenge.name): \(reps) in \(draft.duration.clockText), "
      + "\(LocalTime(draft.startedAt).text). The time since then is not counted."
  }
}
