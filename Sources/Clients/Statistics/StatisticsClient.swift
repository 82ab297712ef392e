import Models
import ReducerRuntime

/// Adds up what the person who is using the program has done.
@DependencyClient
public struct StatisticsClient: Sendable {
  /// Totals, days and records as of now; deleted workouts count in none of them.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(n) in the person's workouts, along an index and without their logs.
  public var summary: @Sendable () async throws -> TrainingSummary
}

extension StatisticsClient: TestDependencyKey {
  /// Nothing has been done, unless a test says so.
  public static let testValue = StatisticsClient(summary: { TrainingSummary() })
}

extension DependencyValues {
  /// Adds up what the person has done.
  public var statistics: StatisticsClient {
    get { self[StatisticsClient.self] }
    set { self[StatisticsClient.self] = newValue }
  }
}
