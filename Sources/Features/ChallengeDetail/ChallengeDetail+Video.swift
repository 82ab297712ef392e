import Models
import ReducerRuntime

extension ChallengeDetail {
  /// The duration of a frame.
  static let videoFrameInterval = Duration.milliseconds(350)

  /// Plays the video from the current frame, or pauses it. A paused video has no timer.
  func setVideoPlaying(_ isPlaying: Bool, _ state: inout State) -> Effect<Action> {
    let isPlaying = isPlaying && state.exercise != nil && state.activeWorkout == nil
    state.isVideoInterrupted = false
    guard isPlaying != state.isVideoPlaying else { return .none }
    state.isVideoPlaying = isPlaying
    guard isPlaying else { return .cancel(id: CancelID.video) }
    return .run { send in
      for await _ in clock.timer(interval: Self.videoFrameInterval) {
        await send(._internal(.videoFrameElapsed))
      }
    }
    .cancellable(id: CancelID.video, cancelInFlight: true)
  }

  /// Pauses the video while the program is in the background.
  func updateVideo(_ phase: ScenePhase, _ state: inout State) -> Effect<Action> {
    switch phase {
    case .background where state.isVideoPlaying:
      let stopped = setVideoPlaying(false, &state)
      state.isVideoInterrupted = true
      return stopped
    case .active where state.isVideoInterrupted:
      return setVideoPlaying(true, &state)
    case .active, .inactive, .background:
      return .none
    }
  }
}

extension ChallengeDetail.State {
  /// Shows the next frame, and the first one after the last.
  mutating func showNextVideoFrame() {
    guard let exercise, !exercise.frames.isEmpty else { return }
    videoFrame = (videoFrame + 1) % exercise.frames.count
  }
}
