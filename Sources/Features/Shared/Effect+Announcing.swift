import Clients
import Models
import ReducerRuntime

extension Effect {
  /// Plays a beep if beeps are turned on.
  static func beep(_ beep: Beep, _ options: WorkoutOptions) -> Self {
    guard options.shouldBeep else { return .none }
    @Dependency(\.beeps) var beeps
    return .run { [beeps] _ in await beeps.play(beep) }
  }

  /// Announces a new phase with a beep and a desktop notification, each if it is turned on.
  static func announce(_ beep: Beep, _ text: String, _ options: WorkoutOptions) -> Self {
    let form = options.notification
    guard form != .off else { return .beep(beep, options) }
    @Dependency(\.notifications) var notifications
    return .merge(
      .beep(beep, options),
      .run { [notifications] _ in await notifications.show(text: text, form: form) })
  }
}
