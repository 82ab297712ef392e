import Models
import ReducerRuntime

/// Adds up what the person who is using the program has done.
@DependencyClient
public struct StatisticsClient: Sendable {
  /// Totals, streaks, weeks, days and records as of now; deleted workouts count in none of them.
  ///
  /// - Parameter weekStart: The day that weeks begin with.
  /// - Throws: ``ExplainedError``.
  /// - Complexity: O(log n) in the workouts that are kept: what is told is kept added up.
  public var summary: @Sendable (_ weekStart: Settings.WeekStart) async throws -> TrainingSummary
}

extension StatisticsClient: TestDependencyKey {
  /// Nothing has been done, unless a test says so.
  public static let testValue = StatisticsClient(summary: { _ in TrainingSummary() })
}

extension DependencyValues {
  /// Adds up what the person has done.
  public var statistics: StatisticsClient {
    get { self[StatisticsClient.self] }
    set { self[StatisticsClient.self] = newValue }
  }
}
