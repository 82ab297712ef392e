import Models
import ReducerRuntime

extension WorkoutTimer {
  /// Restores an unfinished workout. The time since it was stored doesn't count.
  func restore(
    _ draft: WorkoutDraft, _ resumption: Resumption, _ state: inout State
  ) -> Effect<Action> {
    guard state.phase == .idle else { return .none }
    state.id = draft.id
    state.startTime = draft.startedAt
    state.utcOffset = draft.utcOffset
    state.log = draft.log
    // Presses that arrived together may be a few milliseconds after the stored duration.
    state.elapsedTime = max(draft.duration, draft.log.last ?? .zero)
    // A skip after the elapsed time can only come from a damaged database. It would delay the times of new reps.
    state.skips = draft.skips.corrected(to: draft.log, duration: state.elapsedTime)
    state.followRoutine()
    state.phase = .paused
    state.wasPaused = draft.provenance.contains(.paused)
    state.pauses = draft.pauses.corrected(to: draft.log, duration: state.elapsedTime)
    // The pause began when the workout was last stored. Only the wall clock knows how long ago that was.
    let stored = state.elapsedTime + state.pauses.total
    let sinceStart = Duration.milliseconds(
      now.millisecondsSince1970 - draft.startedAt.millisecondsSince1970)
    state.pauseStart = uptime - max(.zero, sinceStart - stored)
    return switch resumption {
    // Stored at once, so that another running program sees that this one owns the workout.
    case .running: .merge(startResumeCountdown(&state), checkpoint(state))
    case .paused: checkpoint(state)
    case .saved: finishWithoutRest(&state)
    case .discarded: discard(&state)
    }
  }

  /// Saves the workout without a rest after it, because it was done before the program started.
  private func finishWithoutRest(_ state: inout State) -> Effect<Action> {
    state.options.rest = 0
    return finish(&state)
  }
}

/// The state in which an unfinished workout is restored.
public enum Resumption: Equatable, Sendable {
  /// It resumes at the stored time, after the countdown that follows a pause.
  case running
  /// It is paused.
  case paused
  /// It is finished and saved without changes.
  case saved
  case discarded
}
