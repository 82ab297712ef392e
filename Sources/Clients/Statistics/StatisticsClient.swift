import Models
import ReducerRuntime

/// A client that summarizes the training of the current person.
@DependencyClient
public struct StatisticsClient: Sendable {
  /// Returns totals, streaks, weeks, days and records, without deleted workouts.
  ///
  /// - Parameter weekStart: The first day of the week.
  /// - Throws: ``ExplainedError``.
  /// - Complexity: O(log n) in the workouts, because totals are stored.
  public var summary: @Sendable (_ weekStart: Settings.WeekStart) async throws -> TrainingSummary
}

extension StatisticsClient: TestDependencyKey {
  /// A client that returns an empty summary.
  public static let testValue = StatisticsClient(summary: { _ in TrainingSummary() })
}

extension DependencyValues {
  /// The client that summarizes the training of the current person.
  public var statistics: StatisticsClient {
    get { self[StatisticsClient.self] }
    set { self[StatisticsClient.self] = newValue }
  }
}
