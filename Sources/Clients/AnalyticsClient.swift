import Models
import ReducerRuntime

/// A client that records which features are used, on this machine only.
@DependencyClient
public struct AnalyticsClient: Sendable {
  /// Records an event.
  ///
  /// - Throws: ``ExplainedError``.
  public var record: @Sendable (_ event: UsageEvent) async throws -> Void
}

extension AnalyticsClient: TestDependencyKey {
  public static let testValue = AnalyticsClient()

  /// A client for demos, which records nothing.
  public static let demo = AnalyticsClient(record: { _ in })
}

extension DependencyValues {
  /// The client that records which features are used.
  public var analytics: AnalyticsClient {
    get { self[AnalyticsClient.self] }
    set { self[AnalyticsClient.self] = newValue }
  }
}
