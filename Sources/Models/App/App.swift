import FoundationEssentials

/// The state of the program's window.
public enum ScenePhase: Hashable, Sendable, CaseIterable {
  /// The window has the keyboard focus.
  case active

  /// The window is visible without the keyboard focus.
  case inactive

  /// The process is suspended or the session is detached.
  case background
}

/// Information about the system for a bug report, without personal data.
public struct SystemInformation: Hashable, Sendable {
  /// A name and a value.
  public struct Item: Hashable, Sendable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The items in the order of the report.
  public var items: [Item]

  public init(_ items: [Item] = []) { self.items = items }

  /// The report: one line per item.
  public var report: String { items.map { "\($0.name): \($0.value)\n" }.joined() }
}

/// A feature of the program, as the usage log names it.
public enum UsedFeature: String, CaseIterable, Sendable {
  case workouts
  case challengeDetail = "challenge-detail"
  case workoutTimer = "workout-timer"
  case plan
  case leaderboard
  case profile
  case periodPage = "period-page"
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
  case liveRace = "live-race"
  case floorMode = "floor-mode"
  case restTimer = "rest-timer"
  case replay
  case crashResume = "crash-resume"
  case help
}

/// A record of the use of a feature, without any details.
public struct UsageEvent: Hashable, Sendable {
  /// The raw value of a ``UsedFeature`` of this or another version of the program.
  public var feature: String
  public var at: Date

  public init(feature: String, at: Date) {
    self.feature = feature
    self.at = at
  }
}
