import Clients
import FoundationEssentials
import Models
import ReducerRuntime

/// Writes down which feature an action uses, for a person who wants that. It changes no state and sends no action.
///
/// ```swift
/// UsageRecorder(when: \.settings.values.recordsEvents) { state, action in action.usedFeature }
/// ```
public struct UsageRecorder<State, Action>: Reducer {
  private let isWanted: @MainActor (State) -> Bool
  private let usedFeature: @MainActor (State, Action) -> UsedFeature?

  @Dependency(\.analytics) private var analytics
  @Dependency(\.date.now) private var now

  /// - Parameters:
  ///   - isWanted: Whether the person has it on.
  ///   - usedFeature: The feature that an action begins to use in the state before it; `nil` for what goes on in one.
  public init(
    when isWanted: @escaping @MainActor (State) -> Bool,
    feature usedFeature: @escaping @MainActor (State, Action) -> UsedFeature?
  ) {
    self.isWanted = isWanted
    self.usedFeature = usedFeature
  }

  public var body: some Reducer<State, Action> {
    Reduce { state, action in
      guard isWanted(state), let feature = usedFeature(state, action) else { return .none }
      let event = UsageEvent(feature: feature.rawValue, at: now)
      return .run { _ in
        // A log that cannot be written is no reason to disturb who trains; the workouts, which are in the same file,
        // tell it.
        try? await analytics.record(event: event)
      }
    }
  }
}
