import Clients
import Models
import ReducerRuntime

extension WorkoutTimer {
  /// Lets it be heard that work or rest has begun since `before`.
  func changeOfRound(since before: Duration, _ state: State) -> Effect<Action> {
    guard let plan = state.challenge.intervals else { return .none }
    let (then, now) = (plan.moment(at: before), plan.moment(at: state.elapsedTime))
    guard (then.round, then.isWork) != (now.round, now.isWork) else { return .none }
    return announce(
      now.isWork ? .start : .rest,
      "\(now.isWork ? "Work" : "Rest"), round \(now.round) of \(plan.rounds)", state)
  }
}
