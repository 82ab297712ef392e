import Models
import ReducerRuntime

/// A client for the leaderboards of groups on servers. Nothing is loaded and no connection opened before the first use
/// by a person who has joined a group.
@DependencyClient
public struct GroupsClient: Sendable {
  /// Returns the groups that this machine has joined, in their order. It does not use the network.
  ///
  /// - Throws: ``ExplainedError``.
  public var groups: @Sendable () async throws -> [JoinedGroup]

  /// Returns a page of a group's leaderboard: from the server, or the page as it was last seen if the server cannot be
  /// reached.
  ///
  /// - Throws: ``ExplainedError`` if it was never seen, or the server refuses.
  public var page:
    @Sendable (
      _ range: GroupPage.Range, _ filter: TimeFilter, _ challenge: Challenge.ID,
      _ group: JoinedGroup.ID
    ) async throws -> GroupPage

  /// Returns the page as it was last seen, without the network; `nil` if it never was.
  public var lastSeenPage:
    @Sendable (
      _ range: GroupPage.Range, _ filter: TimeFilter, _ challenge: Challenge.ID,
      _ group: JoinedGroup.ID
    ) async throws -> GroupPage?

  /// Returns the workout of an entry, with its log; `nil` if it no longer exists.
  ///
  /// - Throws: ``ExplainedError``.
  public var workout: @Sendable (_ id: Workout.ID, _ group: JoinedGroup.ID) async throws -> Workout?

  /// Calls `changed` whenever a leaderboard of the group changes, until the task is cancelled.
  ///
  /// A lost connection is opened again. Then `changed` is called with `nil`, because any leaderboard may have changed
  /// in the meantime.
  ///
  /// - Throws: ``ExplainedError`` if the server refuses.
  public var watch:
    @Sendable (
      _ group: JoinedGroup.ID, _ changed: @escaping @Sendable (Challenge.ID?) async -> Void
    ) async throws -> Void

  /// Returns whether workouts of a challenge are published in a group, and what waits.
  ///
  /// - Throws: ``ExplainedError``.
  public var publication:
    @Sendable (_ challenge: Challenge.ID, _ group: JoinedGroup.ID) async throws -> Publication

  /// Starts or stops publishing workouts of a challenge in a group. Stopping withdraws what was published.
  ///
  /// - Throws: ``ExplainedError``.
  public var setPublished:
    @Sendable (_ isOn: Bool, _ challenge: Challenge.ID, _ group: JoinedGroup.ID) async throws ->
      Publication
}

extension GroupsClient: TestDependencyKey {
  public static let testValue = GroupsClient()

  /// A client of a machine that has not joined a group.
  public static let notJoined: GroupsClient = {
    var client = GroupsClient()
    client.groups = { [] }
    return client
  }()
}

extension DependencyValues {
  /// The client for the leaderboards of groups.
  public var groups: GroupsClient {
    get { self[GroupsClient.self] }
    set { self[GroupsClient.self] = newValue }
  }
}
