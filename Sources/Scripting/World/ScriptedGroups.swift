import Clients
import ClientsLive
import FoundationEssentials
import Models
import ReducerRuntime
import SQLite
import Synchronization

/// The groups of a script, whose members have the workouts of a fixture, and the network to their server.
final class ScriptedGroups: Sendable {
  private struct State {
    var isOnline = true
    /// The pages that were loaded, for the time without a network.
    var pages: [PageKey: GroupPage] = [:]
    /// The cursors in loaded pages.
    var cursors: [String: Standing.Cursor] = [:]
    /// The published challenges of each group.
    var published: Set<Publishing> = []
    /// The challenges whose publishing was changed without the network.
    var waiting: Set<Publishing> = []
  }

  private struct PageKey: Hashable {
    var range: GroupPage.Range
    var filter: TimeFilter
    var challenge: Challenge.ID
    var group: JoinedGroup.ID
  }

  private struct Publishing: Hashable {
    var challenge: Challenge.ID
    var group: JoinedGroup.ID
  }

  private struct Unreachable: ExplainedError {
    let summary = "the group's server cannot be reached"
    let remedy = "check the network"
    let details = "no network in this script"
  }

  private let groups: [JoinedGroup]
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
    let stores = try Stores.inMemory()
    try fixture.fill(stores, person: person, clock: clock)
    groups = names.map {
      JoinedGroup(
        id: JoinedGroup.ID(rawValue: $0.lowercased()), name: $0, member: person.text)
    }
    server = .live(database: Database(immediate: stores), person: person, now: now)
    self.now = now
  }

  /// Connects the network or disconnects it.
  func setOnline(_ isOnline: Bool) {
    state.withLock { state in
      state.isOnline = isOnline
      if isOnline { state.waiting = [] }
    }
  }

  var client: GroupsClient {
    GroupsClient(
      groups: { self.groups },
      page: { range, filter, challenge, group in
        let key = PageKey(range: range, filter: filter, challenge: challenge, group: group)
        return try await self.page(key)
      },
      lastSeenPage: { range, filter, challenge, group in
        let key = PageKey(range: range, filter: filter, challenge: challenge, group: group)
        return self.state.withLock { $0.pages[key] }
      },
      workout: { id, _ in
        guard self.state.withLock(\.isOnline) else { throw Unreachable() }
        return try await self.server.workout(id: id)
      },
      watch: { _, _ in try await Task.never() },
      publication: { challenge, group in
        self.publication(Publishing(challenge: challenge, group: group))
      },
      setPublished: { isOn, challenge, group in
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

  private func page(_ key: PageKey) async throws -> GroupPage {
    guard state.withLock(\.isOnline) else {
      guard var seen = state.withLock({ $0.pages[key] }) else { throw Unreachable() }
      seen.offlineReason = Unreachable().summary
      return seen
    }
    let page = try await loadedPage(key)
    let groupPage = state.withLock { state in
      func cursor(_ standing: Standing?, at position: Int) -> String? {
        guard let standing else { return nil }
        let text = "\(standing.id).\(position)"
        state.cursors[text] = Standing.Cursor(
          challenge: key.challenge, week: page.week, standing: standing, position: position)
        return text
      }
      let groupPage = GroupPage(
        page: page,
        next: page.next == nil
          ? nil : cursor(page.standings.last, at: page.offset + page.standings.count),
        previous: page.offset == 0 ? nil : cursor(page.standings.first, at: page.offset + 1),
        loadedAt: now())
      state.pages[key] = groupPage
      return groupPage
    }
    return groupPage
  }

  /// Returns the page of the leaderboard, with marks for some of the entries.
  private func loadedPage(_ key: PageKey) async throws -> LeaderboardPage {
    let (filter, challenge) = (LeaderboardFilter(key.filter), key.challenge)
    func cursor(_ text: String) -> Standing.Cursor? { state.withLock { $0.cursors[text] } }
    var page =
      switch key.range {
      case .first: try await server.page(after: nil, filter: filter, challenge: challenge)
      case .last: try await server.pageBefore(before: nil, filter: filter, challenge: challenge)
      case .after(let text):
        try await server.page(after: cursor(text), filter: filter, challenge: challenge)
      case .before(let text):
        try await server.pageBefore(before: cursor(text), filter: filter, challenge: challenge)
      case .around(let id):
        try await page(around: id, filter, challenge)
      }
    for index in page.standings.indices where !page.standings[index].isYou {
      switch page.standings[index].id % 8 {
      case 3: page.standings[index].provenance = .typed
      case 6: page.standings[index].provenance = .imported
      default: break
      }
    }
    return page
  }

  private func page(
    around id: Standing.ID, _ filter: LeaderboardFilter, _ challenge: Challenge.ID
  ) async throws -> LeaderboardPage {
    let first = try await server.page(after: nil, filter: filter, challenge: challenge)
    guard var standing = first.standings.first else { return first }
    // Only the person counts, whose current entry is looked up.
    standing = Standing(
      id: id, rank: 1, name: "", score: standing.score, achievedAt: standing.achievedAt,
      isYou: false, workout: standing.workout)
    return try await server.pageAround(
      cursor: Standing.Cursor(
        challenge: challenge, week: first.week, standing: standing, position: 1),
      filter: filter, challenge: challenge)
  }
}
