import Clients
import ClientsLive
import FoundationEssentials
import Models
import ReducerRuntime
import SQLite
import Synchronization

/// A script's groups, whose members have the workouts of a fixture, and the network to the groups' server.
final class ScriptedGroups: Sendable {
  private struct State {
    var isOnline = true
    /// The loaded pages, to show without a network.
    var pages: [PageKey: LeaderboardPage] = [:]
    /// The published challenges of each group.
    var published: Set<Publishing> = []
    /// The challenges for which publishing was turned on or off without a network.
    var waiting: Set<Publishing> = []
  }

  private struct PageKey: Hashable {
    var range: LeaderboardRange
    var filter: LeaderboardFilter
    var challenge: Challenge.ID
    var group: JoinedGroup.ID
  }

  private struct Publishing: Hashable {
    var challenge: Challenge.ID
    var group: JoinedGroup.ID
  }

  struct Unreachable: ExplainedError {
    let summary = "the group's server cannot be reached"
    let remedy = "check the network"
    let details = "no network in this script"
  }

  let groups: [JoinedGroup]
  private let server: LeaderboardClient
  private let now: @Sendable () -> Date
  private let state = Mutex(State())

  /// Creates groups with members.
  ///
  /// - Parameters:
  ///   - names: The names of the groups.
  ///   - person: The script's user, who is a member of each.
  ///   - fixture: The workouts of the members.
  ///   - now: Returns the scripted time.
  /// - Throws: `DatabaseError`.
  init(
    _ names: [String], person: PersonName, fixture: Fixture, clock: Date,
    now: @escaping @Sendable () -> Date
  ) throws {
    let stores = try Connection.inMemory()
    try fixture.fill(stores, person: person, clock: clock)
    groups = names.map {
      JoinedGroup(
        id: JoinedGroup.ID(rawValue: $0.lowercased()), name: $0, member: person.text)
    }
    server = .live(database: Database(immediate: stores), person: person, now: now)
    self.now = now
  }

  var isOnline: Bool { state.withLock(\.isOnline) }

  /// Connects the network or disconnects it.
  func setOnline(_ isOnline: Bool) {
    state.withLock { state in
      state.isOnline = isOnline
      if isOnline { state.waiting = [] }
    }
  }

  func client(of group: JoinedGroup.ID) -> LeaderboardClient {
    LeaderboardClient(
      page: { range, filter, challenge in
        try await self.page(
          PageKey(range: range, filter: filter, challenge: challenge, group: group))
      },
      lastSeenPage: { range, filter, challenge in
        let key = PageKey(range: range, filter: filter, challenge: challenge, group: group)
        return self.state.withLock { $0.pages[key] }
      },
      workout: { id in
        guard self.isOnline else { throw Unreachable() }
        return try await self.server.workout(id: id)
      },
      watch: { _ in try await Task.never() },
      publication: { challenge in
        self.publication(Publishing(challenge: challenge, group: group))
      },
      setPublished: { isOn, challenge in
        let publishing = Publishing(challenge: challenge, group: group)
        self.state.withLock { state in
          if isOn { state.published.insert(publishing) } else { state.published.remove(publishing) }
          if !state.isOnline { state.waiting.insert(publishing) }
        }
        return self.publication(publishing)
      })
  }

  private func publication(_ publishing: Publishing) -> Publication {
    state.withLock { state in
      Publication(
        isOn: state.published.contains(publishing),
        waitingCount: state.waiting.contains(publishing) ? 1 : 0)
    }
  }

  /// Returns the page of the leaderboard, with provenance marks for some rows.
  private func page(_ key: PageKey) async throws -> LeaderboardPage {
    guard isOnline else {
      guard var seen = state.withLock({ $0.pages[key] }) else { throw Unreachable() }
      seen.offlineReason = Unreachable().summary
      return seen
    }
    var page = try await server.page(
      range: key.range, filter: key.filter, challenge: key.challenge)
    page.loadedAt = now()
    for index in page.standings.indices where !page.standings[index].isYou {
      switch page.standings[index].id % 8 {
      case 3: page.standings[index].provenance = .typed
      case 6: page.standings[index].provenance = .imported
      default: break
      }
    }
    let loaded = page
    state.withLock { $0.pages[key] = loaded }
    return loaded
  }
}
