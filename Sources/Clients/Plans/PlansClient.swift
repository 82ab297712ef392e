import Models
import ReducerRuntime

/// Keeps the training plans of the person who is using the program: one for each challenge at most.
@DependencyClient
public struct PlansClient: Sendable {
  /// The plans that are followed, oldest first.
  ///
  /// - Throws: ``ExplainedError``.
  /// - Complexity: O(p) for p plans.
  public var all: @Sendable () async throws -> [TrainingPlan]

  /// Follows a plan from now on, in the place of the one that its challenge has.
  ///
  /// Following the same plan twice keeps it once.
  ///
  /// - Throws: ``ExplainedError``; the one before is still followed then.
  public var follow: @Sendable (_ plan: TrainingPlan) async throws -> Void

  /// Notes that a set of a plan was done, as ``TrainingPlan/finish(_:on:)`` does.
  ///
  /// Noting the same set twice notes it once.
  ///
  /// - Parameter day: The local day it was done on, in days since 1970.
  /// - Returns: The plan as it is kept now; `nil` when it is not followed any more.
  /// - Throws: ``ExplainedError``; nothing was changed then.
  public var finish:
    @Sendable (_ set: PlannedSet, _ plan: TrainingPlan.ID, _ day: Int64) async throws ->
      TrainingPlan?

  /// Gives the plan of a challenge up. One that does not exist is no error.
  ///
  /// - Throws: ``ExplainedError``; it is still followed then.
  public var giveUp: @Sendable (_ challenge: Challenge.ID) async throws -> Void

  /// Follows again the plan that was given up or replaced last in a challenge; one that took its place is gone.
  ///
  /// - Returns: The plan that is followed again; `nil` when there was none.
  /// - Throws: ``ExplainedError``; nothing was changed then.
  public var undo: @Sendable (_ challenge: Challenge.ID) async throws -> TrainingPlan?
}

extension PlansClient: TestDependencyKey {
  /// Nobody follows a plan, unless a test says so.
  public static let testValue: PlansClient = {
    var client = PlansClient()
    client.all = { [] }
    return client
  }()
}

extension DependencyValues {
  /// Keeps training plans.
  public var plans: PlansClient {
    get { self[PlansClient.self] }
    set { self[PlansClient.self] = newValue }
  }
}
