import Clients
import Models
import ReducerRuntime

extension Effect {
  /// Makes a sound, for a person who wants any.
  static func beep(_ beep: Beep, _ options: WorkoutOptions) -> Self {
    guard options.shouldBeep else { return .none }
    @Dependency(\.beeps) var beeps
    return .run { [beeps] _ in await beeps.play(beep) }
  }

  /// Lets a new phase be heard, and has the desktop say it, each for a person who wants that.
  static func announce(_ beep: Beep, _ text: String, _ options: WorkoutOptions) -> Self {
    let form = options.notification
    guard form != .off else { return .beep(beep, options) }
    @Dependency(\.notifications) var notifications
    return .merge(
      .beep(beep, options),
      .run { [notifications] _ in await notifications.show(text: text, form: form) })
  }
}
