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
      // A page that is being loaded is cancelled. The next move of the selection loads it again.
      .cancel(id: CancelID.page),
      .run { [group = state.group?.id] send in
        await send(
          ._internal(
            .raceResponse(standing, outcome { try await workout(of: standing, in: group) })))
      }
      .cancellable(id: CancelID.race, cancelInFlight: true))
  }

  /// Asks the parent to start the race, or shows why there is nothing to race against.
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
      name: standing.isYou ? Ghost.yourBest : PersonName.truncated(standing.name), workout)
    return .send(.delegate(.startRequested(.challenge(workout.challenge, ghost))))
  }
}

extension Leaderboard.State {
  /// The selected entry.
  var selected: Standing? {
    entries.indices.contains(selection) ? entries[selection] : nil
  }

  mutating func closeErrorSheet() {
    if destination?.errorSheet != nil { destination = nil }
  }

  /// Whether the selected entry is yours.
  var isYourEntrySelected: Bool { selected?.isYou == true }

  /// Whether there is a selected entry with reps to race against.
  var canRace: Bool { selected != nil && challenge.scoring.countsReps }
}
