import Models
import ReducerRuntime

extension WorkoutTimer {
  /// Takes a workout up where it was left. The time in between was not worked.
  func restore(
    _ draft: WorkoutDraft, _ resumption: Resumption, _ state: inout State
  ) -> Effect<Action> {
    guard state.phase == .idle else { return .none }
    state.id = draft.id
    state.startTime = draft.startedAt
    state.log = draft.log
    // Presses that arrived together may lie a little past the time that was stored with them.
    state.elapsedTime = max(draft.duration, draft.log.last ?? .zero)
    // A skip past that comes from a damaged database, and must not move the clock.
    state.skips = draft.skips.corrected(to: draft.log, duration: state.elapsedTime)
    state.phase = .paused
    return switch resumption {
    // Stored at once, so that another program sees in whose hands it is.
    case .running: .merge(startResumeCountdown(&state), store(state))
    case .paused: store(state)
    case .saved: finishWithoutRest(&state)
    case .discarded: discard(&state)
    }
  }

  /// Saves the workout without the rest after it: it was done before the program started.
  private func finishWithoutRest(_ state: inout State) -> Effect<Action> {
    state.options.rest = 0
    return finish(&state)
  }
}

/// What becomes of a workout that is taken up again.
public enum Resumption: Equatable, Sendable {
  /// Its clock goes on from what was stored, after the count-down that follows a pause.
  case running
  /// It waits for the person to go on.
  case paused
  /// It is finished as it stands.
  case saved
  case discarded
}
