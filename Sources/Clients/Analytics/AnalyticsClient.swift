import Models
import ReducerRuntime

/// Writes down which features are used, on this machine and nowhere else.
@DependencyClient
public struct AnalyticsClient: Sendable {
  /// Keeps one event.
  ///
  /// - Throws: ``ExplainedError``.
  public var record: @Sendable (_ event: UsageEvent) async throws -> Void
}

extension AnalyticsClient: TestDependencyKey {
  public static let testValue = AnalyticsClient()

  /// Keeps nothing.
  public static let demo = AnalyticsClient(record: { _ in })
}

extension DependencyValues {
  /// Writes down which features are used.
  public var analytics: AnalyticsClient {
    get { self[AnalyticsClient.self] }
    set { self[AnalyticsClient.self] = newValue }
  }
}
