import Clients
import Models
import ReducerRuntime
import SharedFeatures

/// A person's settings for the timing of workouts.
public struct WorkoutOptions: Equatable, Sendable {
  /// The length of the countdown before the start in whole seconds, 0 to 10. With 0 there is no countdown.
  public var preparation = 3

  /// The shortest time between a key's last event and a press that counts as a rep. With zero, every press counts.
  public var minGap = PressFilter.defaultGap

  /// The length of the rest after a set in whole seconds. With 0 there is no rest.
  public var rest = 90

  /// Whether the terminal's bell is rung for cues.
  public var shouldBeep = true

  /// The outputs of cues.
  var cues = CueSettings()

  /// The number of reps between two cues that count them; 0 for no such cues.
  var countInterval = 0

  /// The kind of desktop notification that announces a new phase, if any.
  public var notification = Settings.Notification.off

  public init() {}

  /// Creates the options that a person has chosen in the settings.
  public init(_ settings: Settings) {
    preparation = settings.preparation
    minGap = settings.minGap
    rest = settings.rest
    shouldBeep = settings.usesBell
    cues = settings.cues
    countInterval = settings.countInterval
    notification = settings.notification
  }

  /// The length of the rest between two sets of a training plan in whole seconds.
  public var restBetweenSets: Int { PlanRule.restSeconds(setting: rest) }
}

extension Effect {
  /// Gives a cue: rings the bell, or runs the person's command for it.
  ///
  /// - Parameters:
  ///   - text: The text for a command that speaks.
  ///   - failed: Returns the action for a command that failed; `nil` sends no action.
  public static func cue(
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

  /// Shows a desktop notification about a new phase, if notifications are turned on.
  static func notify(_ text: String, _ options: WorkoutOptions) -> Self {
    let form = options.notification
    guard form != .off else { return .none }
    @Dependency(\.notifications) var notifications
    return .run { [notifications] _ in await notifications.show(text: text, form: form) }
  }
}
