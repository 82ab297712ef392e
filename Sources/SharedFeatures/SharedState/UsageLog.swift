import Clients
import Models
import ReducerRuntime

extension Effect {
  /// Records the use of a feature in the usage log, if the person has turned the log on.
  ///
  /// A failure does not interrupt a workout. It is stored in the shared `usageFailure`, which the settings show beside
  /// the switch.
  public static func recordUse(of feature: UsedFeature) -> Self {
    @SharedReader(.settings) var settings
    guard settings.recordsEvents else { return .none }
    @Dependency(\.analytics) var analytics
    @Dependency(\.date.now) var now
    let event = UsageEvent(feature: feature.rawValue, at: now)
    return .run { [analytics] _ in
      do {
        try await analytics.record(event: event)
      } catch {
        @Shared(.usageFailure) var failure: Failure?
        $failure.withLock { $0 = Failure(error) }
      }
    }
  }
}
