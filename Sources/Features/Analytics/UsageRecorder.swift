import Clients
import FoundationEssentials
import Models
import ReducerRuntime

/// Writes down which feature an action uses, for a person who wants that. It changes no state, and sends an action only
/// when that fails.
///
/// ```swift
/// UsageRecorder(
///   when: { $0.settings.values.recordsEvents }, feature: { _, action in action.usedFeature },
///   failed: { .usageNotRecorded($0) })
/// ```
public struct UsageRecorder<State, Action>: Reducer {
  private let isWanted: @MainActor (State) -> Bool
  private let usedFeature: @MainActor (State, Action) -> UsedFeature?
  private let failed: @Sendable (Failure) -> Action

  @Dependency(\.analytics) private var analytics
  @Dependency(\.date.now) private var now

  /// - Parameters:
  ///   - isWanted: Whether the person has it on.
  ///   - usedFeature: The feature that an action begins to use in the state before it; `nil` for what goes on in one.
  ///   - failed: What says that an event could not be written.
  public init(
    when isWanted: @escaping @MainActor (State) -> Bool,
    feature usedFeature: @escaping @MainActor (State, Action) -> UsedFeature?,
    failed: @escaping @Sendable (Failure) -> Action
  ) {
    self.isWanted = isWanted
    self.usedFeature = usedFeature
    self.failed = failed
  }

  public var body: some Reducer<State, Action> {
    Reduce { state, action in
      guard let feature = usedFeature(state, action), isWanted(state) else { return .none }
      let event = UsageEvent(feature: feature.rawValue, at: now)
      return .run { send in
        do {
          try await analytics.record(event: event)
        } catch {
          await send(failed(Failure(error)))
        }
      }
    }
  }
}
