import Clients
import ReducerRuntime

extension Workouts {
  /// Says what could not be read or changed, by a sheet where nothing is in its way.
  func explain(
    _ failure: Failure, safe: String, _ state: inout State
  ) -> Effect<Action> {
    state.notice = nil
    state.failure = failure
    // Over another screen it would be out of place, and over a workout in the way.
    guard state.detail == nil, state.history == nil, state.challengeEditor == nil else {
      return .none
    }
    state.errorSheet = ErrorHandling.State(failure, safe: safe, canRetry: true)
    return .none
  }

  func loadResults() -> Effect<Action> {
    .run { send in
      await send(.resultsResponse(outcome { try await workouts.results() }))
    }
    .cancellable(id: CancelID.results, cancelInFlight: true)
  }

  func loadPlans() -> Effect<Action> {
    .run { send in await send(.plansResponse(outcome { try await plans.all() })) }
      .cancellable(id: CancelID.plans, cancelInFlight: true)
  }
}
