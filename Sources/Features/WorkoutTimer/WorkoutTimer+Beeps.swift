import Clients
import ReducerRuntime

extension WorkoutTimer {
  /// Makes a sound, for a person who wants any.
  func beep(_ beep: Beep, _ state: State) -> Effect<Action> {
    guard state.options.beeps else { return .none }
    return .run { _ in await beeps.play(beep) }
  }
}
