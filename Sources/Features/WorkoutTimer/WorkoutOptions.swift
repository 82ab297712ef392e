import Models

/// How a person wants workouts to be timed.
public struct WorkoutOptions: Equatable, Sendable {
  /// How long the count-down before the start is, in whole seconds: 0 to 10, and none with 0.
  public var preparation = 3

  /// How long a key must have been quiet for its next press to be a rep; with zero, every press is.
  public var minGap = PressFilter.defaultGap

  /// How long the rest after a set is, in whole seconds; there is none with 0.
  public var rest = 90

  /// Whether the count-down, the start and the end are heard.
  public var shouldBeep = true

  /// How the desktop is asked to say what phase has begun, if it is.
  public var notification = Settings.Notification.off

  public init() {}

  /// What a person has chosen.
  init(_ settings: Settings) {
    preparation = settings.preparation
    minGap = settings.minGap
    rest = settings.rest
    shouldBeep = settings.usesBell
    notification = settings.notification
  }

  /// How long the rest between two sets of a training plan is, in whole seconds.
  var restBetweenSets: Int { LadderRule.restSeconds(setting: rest) }
}
