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
    guard state.destination == nil || state.destination?.errorSheet != nil else { return .none }
    state.destination = .errorSheet(ErrorHandling.State(failure, safe: safe, canRetry: true))
    return .none
  }

  func load() -> Effect<Action> { .merge(loadResults(), loadOwn(), loadPlans()) }

  func loadResults() -> Effect<Action> {
    .run { send in
      await send(._internal(.resultsResponse(outcome { try await workouts.results() })))
    }
    .cancellable(id: CancelID.results, cancelInFlight: true)
  }

  func loadPlans() -> Effect<Action> {
    .run { send in
      await send(._internal(.plansResponse(outcome { try await plans.all() })))
    }
    .cancellable(id: CancelID.plans, cancelInFlight: true)
  }
}
