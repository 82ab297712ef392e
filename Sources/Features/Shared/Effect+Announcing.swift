import Clients
import Models
import ReducerRuntime

extension Effect {
  /// Gives a cue: rings the bell, or runs the person's command for it.
  ///
  /// - Parameters:
  ///   - text: The text for a command that speaks.
  ///   - failed: Returns the action for a command that failed; `nil` for none.
  static func cue(
    _ cue: Cue, _ text: String, _ options: WorkoutOptions,
    failed: @escaping @Sendable (Failure) -> Action? = { _ in nil }
  ) -> Self {
    @Dependency(\.cues) var cues
    switch options.cues[cue] {
    case .bell where options.shouldBeep:
      return .run { [cues] _ in await cues.ring(cue) }
    case .command(let command):
      let arguments = command.arguments(text: text)
      return .run { [cues] _ in
        try await cues.run(arguments)
      } catch: { error, send in
        if let action = failed(Failure(error)) { await send(action) }
      }
    case .off, .bell:
      return .none
    }
  }

  /// Shows a desktop notification about a new phase, if they are turned on.
  static func notify(_ text: String, _ options: WorkoutOptions) -> Self {
    let form = options.notification
    guard form != .off else { return .none }
    @Dependency(\.notifications) var notifications
    return .run { [notifications] _ in await notifications.show(text: text, form: form) }
  }
}
