import Clients
import FoundationEssentials
import Models
import ReducerRuntime

extension Workouts {
  /// Opens the challenge whose turn it is, and starts its session there.
  func startNextSession(_ state: inout State) -> Effect<Action> {
    guard let (plan, challenge) = state.nextPlan else { return .none }
    state.notice = nil
    state.detail = state.detail(of: challenge, plan: plan)
    return .merge(
      .send(.detail(.presented(.onAppear))),
      .send(.detail(.presented(.plan(.startButtonTapped)))))
  }

  var today: Int64 { LocalTime(now).date.daysSince1970 }
}

extension Workouts.State {
  /// The plan whose turn it is, and its challenge; plans of challenges that were deleted wait until they are back.
  var nextPlan: (plan: TrainingPlan, challenge: Challenge)? {
    let known = plans.filter { plan in catalogue.challenges.contains { $0.id == plan.challenge } }
    guard let plan = known.next(today: today), let challenge = catalogue[plan.challenge] else {
      return nil
    }
    return (plan, challenge)
  }
}
