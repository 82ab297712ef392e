import Clients
import Models
import ReducerRuntime

extension Leaderboard {
  /// Loads the rep log of a standing, for a race against it.
  func race(against standing: Standing, _ state: inout State) -> Effect<Action> {
    guard state.challenge.scoring.countsReps else { return .none }
    state.request = .race(standing)
    state.isLoading = false
    state.notice = nil
    state.failure = nil
    state.closeErrorSheet()
    return .merge(
      // A page on its way is not waited for; it is loaded again when it is wanted.
      .cancel(id: CancelID.page),
      .run { send in
        await send(
          ._internal(
            .raceResponse(
              standing, outcome { try await leaderboard.workout(id: standing.workout) })))
      }
      .cancellable(id: CancelID.race, cancelInFlight: true))
  }

  /// Hands the race to the parent; says why where there is nothing to race against.
  func startRace(
    against standing: Standing, _ workout: Workout?, _ state: inout State
  ) -> Effect<Action> {
    guard let workout, !workout.log.isEmpty else {
      state.notice =
        workout?.log.isManual == true
        ? "That result was typed in, so there is nothing to race."
        : "That result has no rep log any more."
      return .none
    }
    let ghost = Ghost(
      name: standing.isYou ? Ghost.yourBest : PersonName.truncated(standing.name), log: workout.log)
    return .send(.delegate(.startRequested(workout.challenge, ghost)))
  }
}

extension Leaderboard.State {
  /// The line that the keys mean.
  var selected: Standing? {
    entries.indices.contains(selection) ? entries[selection] : nil
  }

  mutating func closeErrorSheet() {
    if destination?.errorSheet != nil { destination = nil }
  }

  /// Whether the selected line is that of the person who trains.
  var isYourEntrySelected: Bool { selected?.isYou == true }

  /// Whether the selected line can be raced against: where reps count.
  var canRace: Bool { selected != nil && challenge.scoring.countsReps }
}
