import FoundationEssentials

/// A feature of the program, as the usage log names it.
public enum UsedFeature: String, CaseIterable, Sendable {
  case workouts
  case challengeDetail = "challenge-detail"
  case workoutTimer = "workout-timer"
  case plan
  case leaderboard
  case profile
  case settings
  case appInfo = "app-info"
  case errorHandling = "error-handling"
  case search
  case history
  case strength
  case workoutDetail = "workout-detail"
  case workoutEditor = "workout-editor"
  case challengeEditor = "challenge-editor"
  case ghostRace = "ghost-race"
  case floorMode = "floor-mode"
  case restTimer = "rest-timer"
  case replay
  case crashResume = "crash-resume"
  case help
}

/// A record of the use of a feature, without any details.
public struct UsageEvent: Hashable, Sendable {
  /// A ``UsedFeature``, or one of another version of the program.
  public var feature: String
  public var at: Date

  public init(feature: String, at: Date) {
    self.feature = feature
    self.at = at
  }
}
