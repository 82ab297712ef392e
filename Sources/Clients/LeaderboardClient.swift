import Models
import ReducerRuntime

/// A source of leaderboards: this machine, or a group on a server.
public struct LeaderboardSource: Identifiable, Hashable, Sendable {
  public struct ID: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// The features in which sources differ.
  public struct Capabilities: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The workouts are in this machine's database. They can be corrected, pages are never out of date, and failures
    /// are rare. Without this capability, requests need a network.
    public static let local = Self(rawValue: 1)
    /// Live workouts can be ranked separately.
    public static let liveFilter = Self(rawValue: 2)
    /// Changes are reported.
    public static let changes = Self(rawValue: 4)
    /// Workouts are published if the person asks for it.
    public static let publishing = Self(rawValue: 8)
    /// A key selects the person's own entry, because the leaderboard can be long.
    public static let yourPlace = Self(rawValue: 16)
  }

  public let id: ID
  public var name: String
  /// The person's name in this source; `nil` if the source has no names of its own.
  public var member: String?
  public var capabilities: Capabilities

  public init(id: ID, name: String, member: String? = nil, capabilities: Capabilities) {
    self.id = id
    self.name = name
    self.member = member
    self.capabilities = capabilities
  }

  /// Creates the source for a group on a server.
  public init(_ group: JoinedGroup) {
    self.init(
      id: ID(rawValue: group.id.rawValue), name: group.name, member: group.member,
      capabilities: [.changes, .publishing, .yourPlace])
  }

  /// This machine.
  public static let machine = LeaderboardSource(
    id: ID(rawValue: ""), name: "This machine", capabilities: [.local, .liveFilter])

  /// Returns whether the source has a capability.
  public func has(_ capability: Capabilities) -> Bool { capabilities.contains(capability) }
}

/// A client of all sources of leaderboards.
public struct LeaderboardsClient: Sendable {
  /// Returns the sources, this machine first, without using the network.
  ///
  /// - Throws: ``ExplainedError``.
  public var sources: @Sendable () async throws -> [LeaderboardSource]

  /// Returns the client of a source.
  public var client: @Sendable (_ source: LeaderboardSource.ID) -> LeaderboardClient

  public init(
    sources: @escaping @Sendable () async throws -> [LeaderboardSource],
    client: @escaping @Sendable (_ source: LeaderboardSource.ID) -> LeaderboardClient
  ) {
    self.sources = sources
    self.client = client
  }

  /// Creates a client that has this machine as its only source.
  public init(machine: LeaderboardClient) {
    self.init(sources: { [.machine] }, client: { _ in machine })
  }

  /// The client of this machine's leaderboards.
  public var machine: LeaderboardClient { client(LeaderboardSource.machine.id) }

  /// Adds groups on servers.
  ///
  /// - Parameters:
  ///   - groups: Returns the groups that this machine has joined, in order.
  ///   - client: Returns the client of a group.
  public mutating func add(
    _ groups: @escaping @Sendable () async throws -> [JoinedGroup],
    client: @escaping @Sendable (_ group: JoinedGroup.ID) -> LeaderboardClient
  ) {
    let machine = machine
    self = LeaderboardsClient(
      sources: { [.machine] + (try await groups().map { LeaderboardSource($0) }) },
      client: { id in
        id == LeaderboardSource.machine.id
          ? machine : client(JoinedGroup.ID(rawValue: id.rawValue))
      })
  }
}

extension LeaderboardsClient: TestDependencyKey {
  public static let testValue = LeaderboardsClient(machine: LeaderboardClient())
}

extension DependencyValues {
  /// The client of all sources of leaderboards.
  public var leaderboards: LeaderboardsClient {
    get { self[LeaderboardsClient.self] }
    set { self[LeaderboardsClient.self] = newValue }
  }
}

/// A client of one source of leaderboards.
///
/// Nothing is loaded and no connection opened before the first use.
@DependencyClient
public struct LeaderboardClient: Sendable {
  /// Returns a page of a leaderboard, and the entry of the current person. If a server cannot be reached, returns the
  /// last seen version of the page, with the reason.
  ///
  /// - Parameters:
  ///   - range: The part of the leaderboard.
  ///   - filter: The workouts to include.
  ///   - challenge: The challenge.
  /// - Returns: At most ``LeaderboardPage/size`` entries. A local page around an entry has up to that many
  ///   entries before that entry, and up to that many beginning with it.
  /// - Throws: ``ExplainedError``, and ``StaleCursor`` if the cursor belongs to another leaderboard or to a past week;
  ///   start again from the first page.
  /// - Complexity: O(log n) in the number of people on the leaderboard, plus O(t) in the number of ties with the entry.
  public var page:
    @Sendable (
      _ range: LeaderboardRange, _ filter: LeaderboardFilter, _ challenge: Challenge.ID
    ) async throws -> LeaderboardPage

  /// Returns the last seen version of a server's page, without the network; `nil` if there is none.
  public var lastSeenPage:
    @Sendable (
      _ range: LeaderboardRange, _ filter: LeaderboardFilter, _ challenge: Challenge.ID
    ) async throws -> LeaderboardPage?

  /// Returns the workout behind an entry, with its log; `nil` if it no longer exists.
  ///
  /// - Throws: ``ExplainedError``.
  public var workout: @Sendable (_ id: Workout.ID) async throws -> Workout?

  /// Calls `changed` whenever a leaderboard of the source changes, until the task is cancelled.
  ///
  /// A lost connection is reopened. Then `changed` is called with `nil`, because any leaderboard may have changed
  /// in the meantime. A source needs ``LeaderboardSource/Capabilities/changes``.
  ///
  /// - Throws: ``ExplainedError`` if the server refuses access.
  public var watch:
    @Sendable (_ changed: @escaping @Sendable (Challenge.ID?) async -> Void) async throws -> Void

  /// Returns whether workouts of a challenge are published, and the number of workouts that wait to be sent.
  ///
  /// A source needs ``LeaderboardSource/Capabilities/publishing``.
  ///
  /// - Throws: ``ExplainedError``.
  public var publication: @Sendable (_ challenge: Challenge.ID) async throws -> Publication

  /// Starts or stops publishing workouts of a challenge. Stopping withdraws the published workouts.
  ///
  /// A source needs ``LeaderboardSource/Capabilities/publishing``.
  ///
  /// - Throws: ``ExplainedError``.
  public var setPublished:
    @Sendable (_ isOn: Bool, _ challenge: Challenge.ID) async throws -> Publication
}

/// An error for a cursor of another leaderboard or of a past week.
public struct StaleCursor: ExplainedError, Hashable, Sendable {
  public var summary: String { "the leaderboard has changed" }
  public var remedy: String { "refresh it" }
  public var details: String { "stale cursor" }

  public init() {}
}
