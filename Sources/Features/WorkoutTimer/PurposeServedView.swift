import Models
import TerminalUI

/// What a saved workout means to the training plan it was done for.
struct PurposeServedView: View {
  let purpose: WorkoutPurpose
  let saved: SavedWorkout

  var body: some View { Text(text).style(.accent) }

  private var text: String {
    switch purpose {
    case .test: saved.score == nil ? "Nothing to make a ladder of" : "Your ladder is made of this"
    case .set where saved.score == nil: "The set is still to be done"
    case .set(let set) where set.isLast: "Session \(set.session.number) is done"
    case .set(let set): "Set \(set.number) of \(set.session.sets) is done"
    }
  }
}
