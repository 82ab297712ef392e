import Clients
import Models
import ReducerRuntime

// The easier and harder variations of the challenge. Each is a challenge of its own, with its own results, which is
// stored when its first workout starts.
extension ChallengeDetail {
  /// Stores a new challenge before its first workout.
  func addChallenge(for purpose: WorkoutPurpose?, _ state: inout State) -> Effect<Action> {
    guard !state.isAdding else { return .none }
    state.isAdding = true
    return .run { [challenge = state.challenge] send in
      let response = await outcome { try await challenges.findOrAdd(challenge: challenge) }
      await send(._internal(.addResponse(response, purpose)))
    }
  }

  func reduce(
    _ state: inout State, addResponse response: Result<Challenge, Failure>,
    for purpose: WorkoutPurpose?
  ) -> Effect<Action> {
    state.isAdding = false
    switch response {
    case .success(let challenge):
      state.challenge = challenge
      state.isNew = false
      state.plan = Plan.State(challenge: challenge, plan: nil)
      return .merge(
        .send(.delegate(.challengeAdded)), load(state), start(for: purpose, &state))
    case .failure(let failure):
      state.destination = .errorSheet(
        ErrorHandling.State(
          failure, dataStatus: "The challenge isn't saved; your workouts are unchanged.",
          canRetry: false))
      return .none
    }
  }
}

extension ChallengeDetail.State {
  /// Returns the challenge with an easier or harder variation.
  ///
  /// - Parameter offset: As for ``VariationPosition/neighbor(by:)``.
  /// - Returns: `nil` at an end of the scale, or if the routine would violate a limit.
  func variation(by offset: Int) -> Challenge? {
    guard let variation, let name = variation.neighbor(by: offset) else { return nil }
    return challenge.replacing(variation, with: name)
  }

  func hasVariation(by offset: Int) -> Bool { variation?.neighbor(by: offset) != nil }
}
