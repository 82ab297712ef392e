import Models
import ReducerRuntime

/// A client that summarizes the training of the current person.
@DependencyClient
public struct StatisticsClient: Sendable {
  /// Returns totals, streaks, weeks, days and records, without deleted workouts.
  ///
  /// - Parameter request: The settings on which the summary depends.
  /// - Throws: ``ExplainedError``.
  /// - Complexity: O(log n) in the workouts, because totals are stored.
  public var summary: @Sendable (_ request: SummaryRequest) async throws -> TrainingSummary

  /// Returns the summary of a week, a month or a year.
  ///
  /// - Throws: ``ExplainedError``.
  /// - Complexity: O(k) in the workouts of the period and of the twelve before it.
  public var period:
    @Sendable (_ period: TrainingPeriod, _ settings: Settings) async throws -> PeriodSummary
}

/// The settings on which a summary depends.
public struct SummaryRequest: Hashable, Sendable {
  public var weekStart: Settings.WeekStart
  public var trainingDays: TrainingDays
  public var dayStart: DayStart
  public var goal: WeekGoal?

  public init(
    weekStart: Settings.WeekStart = .monday, trainingDays: TrainingDays = .all,
    dayStart: DayStart = .midnight, goal: WeekGoal? = nil
  ) {
    self.weekStart = weekStart
    self.trainingDays = trainingDays
    self.dayStart = dayStart
    self.goal = goal
  }

  public init(_ settings: Settings) {
    self.init(
      weekStart: settings.weekStart, trainingDays: settings.trainingDays,
      dayStart: settings.dayStart, goal: settings.goal)
  }
}

extension StatisticsClient: TestDependencyKey {
  /// A client that returns an empty summary, and none of a period.
  public static let testValue: StatisticsClient = {
    var client = StatisticsClient()
    client.summary = { _ in TrainingSummary() }
    return client
  }()
}

extension DependencyValues {
  /// The client that summarizes the training of the current person.
  public var statistics: StatisticsClient {
    get { self[StatisticsClient.self] }
    set { self[StatisticsClient.self] = newValue }
  }
}
