import Clients
import FoundationEssentials
import Models
import ReducerRuntime

/// Writes down which feature an action uses, for a person who wants that. It changes no state, and sends an action only
/// when that fails.
///
/// ```swift
/// UsageRecorder(
///   feature: { $0.usedFeature }, when: { state, _ in state.settings.values.recordsEvents },
///   failed: { .usageNotRecorded($0) })
/// ```
public struct UsageRecorder<State, Action>: Reducer {
  private let usedFeature: @MainActor (Action) -> UsedFeature?
  private let isWanted: @MainActor (State, UsedFeature) -> Bool
  private let failed: @Sendable (Failure) -> Action

  @Dependency(\.analytics) private var analytics
  @Dependency(\.date.now) private var now

  /// - Parameters:
  ///   - usedFeature: The feature that an action may begin to use; `nil` for what goes on in one, as most does.
  ///   - isWanted: Whether it does so in the state before it, and the person has it on.
  ///   - failed: What says that an event could not be written.
  // Two questions, for a state is copied to be handed over: the second is not asked of a tick.
  public init(
    feature usedFeature: @escaping @MainActor (Action) -> UsedFeature?,
    when isWanted: @escaping @MainActor (State, UsedFeature) -> Bool,
    failed: @escaping @Sendable (Failure) -> Action
  ) {
    self.usedFeature = usedFeature
    self.isWanted = isWanted
    self.failed = failed
  }

  public var body: some Reducer<State, Action> {
    Reduce { state, action in
      guard let feature = usedFeature(action), isWanted(state, feature) else { return .none }
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
