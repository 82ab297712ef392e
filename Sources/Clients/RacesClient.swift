import Models
import ReducerRuntime

/// A client of the races in the person's groups. Everything needs a network.
@DependencyClient
public struct RacesClient: Sendable {
  /// Returns the groups that this machine has joined, without using the network.
  public var groups: @Sendable () async throws -> [LeaderboardSource]

  /// Returns the open, running and recent races of a group, the latest first, without the instants of reps.
  ///
  /// - Throws: ``ExplainedError``, like all functions of the client.
  public var list: @Sendable (_ group: JoinedGroup.ID) async throws -> [Race]

  /// Opens a room with the person as its first racer.
  ///
  /// - Parameters:
  ///   - challenge: A challenge that the server knows.
  ///   - delay: The time until the start; `nil` to start when everybody is ready, or when the host starts.
  public var open:
    @Sendable (_ challenge: Challenge.ID, _ delay: Duration?, _ group: JoinedGroup.ID) async throws
      -> Race

  /// Returns a race with all reps so far.
  public var race: @Sendable (_ id: Race.ID, _ group: JoinedGroup.ID) async throws -> Race

  /// Joins a race that hasn't started, or tells the others whether the person is ready.
  public var enter:
    @Sendable (_ isReady: Bool, _ id: Race.ID, _ group: JoinedGroup.ID) async throws -> Race

  /// Starts a race before everybody is ready. Only the host can.
  public var start: @Sendable (_ id: Race.ID, _ group: JoinedGroup.ID) async throws -> Race

  /// Leaves a race.
  public var leave: @Sendable (_ id: Race.ID, _ group: JoinedGroup.ID) async throws -> Void

  /// Sends reps. The same batch can be sent again.
  ///
  /// - Returns: The number of reps that the server has.
  public var send:
    @Sendable (_ batch: RepBatch, _ id: Race.ID, _ group: JoinedGroup.ID) async throws -> Int

  /// Returns the time on the server's clock since 1970.
  public var time: @Sendable (_ group: JoinedGroup.ID) async throws -> Duration

  /// Passes on the changes of a group's races, and the reps of one of them, until the task is cancelled. A lost
  /// connection is opened again.
  ///
  /// - Throws: ``ExplainedError`` if the server refuses access.
  public var watch:
    @Sendable (
      _ id: Race.ID?, _ group: JoinedGroup.ID,
      _ receive: @escaping @Sendable (RaceUpdate) async -> Void
    ) async throws -> Void

  /// Records that a workout is part of a race, so that it is published with the race. Works without a network.
  public var link:
    @Sendable (_ workout: Workout.ID, _ race: Race, _ group: JoinedGroup.ID) async throws -> Void

  /// Returns the race that a workout is part of; `nil` if there is none. Without a network, or once the race is over, it
  /// is returned as it was seen last.
  public var seen: @Sendable (_ workout: Workout.ID) async throws -> Race?
}

/// News from a group's server about its races.
public enum RaceUpdate: Equatable, Sendable {
  /// A race was opened or has changed; `nil` if any may have changed, because a connection was lost.
  case changed(Race.ID?)
  case reps([RepBatch])
}

extension RacesClient {
  /// The client of a machine that has not joined a group.
  public static let notJoined: RacesClient = {
    var client = RacesClient()
    client.groups = { [] }
    client.seen = { _ in nil }
    return client
  }()
}

extension RacesClient: TestDependencyKey {
  public static let testValue = notJoined
}

extension DependencyValues {
  /// The client of the races in the person's groups.
  public var races: RacesClient {
    get { self[RacesClient.self] }
    set { self[RacesClient.self] = newValue }
  }
}
