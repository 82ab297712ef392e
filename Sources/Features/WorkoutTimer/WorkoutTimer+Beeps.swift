import Clients
import Models
import ReducerRuntime

extension WorkoutTimer {
  /// Makes a sound, for a person who wants any.
  func beep(_ beep: Beep, _ state: State) -> Effect<Action> {
    guard state.options.beeps else { return .none }
    return .run { _ in await beeps.play(beep) }
  }

  /// Lets a new phase be heard, and has the desktop say it, each for a person who wants that.
  func announce(_ beep: Beep, _ text: String, _ state: State) -> Effect<Action> {
    .merge(self.beep(beep, state), notify(text, state))
  }

  private func notify(_ text: String, _ state: State) -> Effect<Action> {
    let form = state.options.notification
    guard form != .off else { return .none }
    return .run { _ in await notifications.show(text: text, form: form) }
  }
}
