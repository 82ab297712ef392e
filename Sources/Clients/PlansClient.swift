import Models
import ReducerRuntime

/// A client that stores the training plans of the current person: at most one active plan for each challenge.
@DependencyClient
public struct PlansClient: Sendable {
  /// Returns the active plans, sorted by the day of their test, then by challenge.
  ///
  /// - Throws: ``ExplainedError``.
  /// - Complexity: O(p) for p plans.
  public var all: @Sendable () async throws -> [TrainingPlan]

  /// Starts a plan, replacing the active plan of its challenge.
  ///
  /// Starting the same plan twice has no further effect.
  ///
  /// - Returns: Whether another plan was active.
  /// - Throws: ``ExplainedError``; the previous plan stays active.
  public var start: @Sendable (_ plan: TrainingPlan) async throws -> Bool

  /// Records a completed set of a plan, like ``TrainingPlan/finish(_:on:)``.
  ///
  /// Recording the same set twice has no further effect.
  ///
  /// - Parameter day: The local day of the set, in days since 1970-01-01.
  /// - Returns: The updated plan, or `nil` if it is no longer active.
  /// - Throws: ``ExplainedError``; nothing is changed.
  public var recordSet:
    @Sendable (_ set: PlannedSet, _ plan: TrainingPlan.ID, _ day: Int64) async throws ->
      TrainingPlan?

  /// Ends an active plan.
  ///
  /// - Throws: ``ExplainedError``; the plan stays active. ``EditConflict`` if it isn't active.
  public var end: @Sendable (_ plan: TrainingPlan) async throws -> Void

  /// Reactivates the most recently ended or replaced plan of a challenge. The plan that replaced it is deleted.
  ///
  /// - Parameter seen: The active plan, as the person saw it; `nil` for none.
  /// - Returns: The reactivated plan, or `nil` if there is none.
  /// - Throws: ``ExplainedError``; nothing is changed. ``EditConflict`` if a plan other than `seen` is active.
  public var undo:
    @Sendable (_ challenge: Challenge.ID, _ seen: TrainingPlan.ID?) async throws -> TrainingPlan?
}

extension PlansClient: TestDependencyKey {
  /// A client without plans, unless a test sets them.
  public static let testValue: PlansClient = {
    var client = PlansClient()
    client.all = { [] }
    return client
  }()
}

extension DependencyValues {
  /// The client that stores training plans.
  public var plans: PlansClient {
    get { self[PlansClient.self] }
    set { self[PlansClient.self] = newValue }
  }
}
