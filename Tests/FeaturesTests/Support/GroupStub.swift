import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import ReducerTestSupport
import Synchronization

@testable import AppFeatures

/// An in-memory group whose server can be unreachable, with a log of the requests.
final class GroupStub: Sendable {
  struct State {
    /// The numbers of the members, in the order of their ranks. A member's name contains the number.
    var members: [Int]
    var you: Int?
    var isOnline = true
    var seen: [LeaderboardRange: LeaderboardPage] = [:]
    var requests: [LeaderboardRange] = []
    var publication = Publication()
    var watchCount = 0
    var changed: (@Sendable (Challenge.ID?) async -> Void)?
    var provenances: [Int: Workout.Provenance] = [:]
  }

  struct Unreachable: ExplainedError {
    let summary = "the server of the group cannot be reached"
    let remedy = "check the network"
    let details = ""
  }

  static let club = JoinedGroup(
    id: JoinedGroup.ID(rawValue: "club"), name: "The club", member: "Ann")
  static let office = JoinedGroup(
    id: JoinedGroup.ID(rawValue: "office"), name: "The office", member: "Ann B.")

  let state: Mutex<State>
  let groups: [JoinedGroup]
  /// The clock that delays each page, or nil if pages arrive without delay.
  let clock: TestClock<Duration>?

  init(
    total: Int, you: Int? = nil, groups: [JoinedGroup] = [club],
    delayedBy clock: TestClock<Duration>? = nil
  ) {
    state = Mutex(State(members: Array(0..<total), you: you))
    self.groups = groups
    self.clock = clock
  }

  var requests: [LeaderboardRange] { state.withLock(\.requests) }
  var publication: Publication { state.withLock(\.publication) }
  var isWatched: Bool { state.withLock { $0.watchCount > 0 } }

  func set(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

  /// Reports a change of a leaderboard to the app.
  func change(_ challenge: Challenge.ID? = "pushups-2min") async {
    await state.withLock(\.changed)?(challenge)
  }

  /// Adds the groups to this machine's leaderboards.
  func join(_ leaderboards: inout LeaderboardsClient) {
    let (groups, client) = (groups, client)
    leaderboards.add({ groups }) { _ in client }
  }

  var client: LeaderboardClient {
    LeaderboardClient(
      page: { range, _, _ in
        if let clock = self.clock { try await clock.sleep(for: .seconds(1)) }
        return try self.page(range)
      },
      lastSeenPage: { range, _, _ in self.state.withLock { $0.seen[range] } },
      workout: { _ in
        guard self.state.withLock(\.isOnline) else { throw Unreachable() }
        return .sample(1, reps: [1000, 2000, 3000], duration: .seconds(4))
      },
      watch: { changed in
        self.set {
          $0.watchCount += 1
          $0.changed = changed
        }
        defer {
          self.set {
            $0.watchCount -= 1
            $0.changed = nil
          }
        }
        try await Task.never()
      },
      publication: { _ in self.state.withLock(\.publication) },
      setPublished: { isOn, _ in
        self.set { $0.publication.isOn = isOn }
        return self.state.withLock(\.publication)
      })
  }

  private func page(_ range: LeaderboardRange) throws -> LeaderboardPage {
    try state.withLock { state in
      state.requests.append(range)
      guard state.isOnline else {
        guard var page = state.seen[range] else { throw Unreachable() }
        page.offlineReason = "the server of the group cannot be reached"
        return page
      }
      let page = Self.page(range, state)
      state.seen[range] = page
      return page
    }
  }

  private static func page(_ range: LeaderboardRange, _ state: State) -> LeaderboardPage {
    let (size, total) = (LeaderboardPage.size, state.members.count)
    func index(_ cursor: Standing.Cursor) -> Int { cursor.token.flatMap(Int.init) ?? 0 }
    let start =
      switch range {
      case .after(nil): 0
      case .before(nil): max(0, total - size)
      case .after(let cursor?): index(cursor) + 1
      case .before(let cursor?): max(0, index(cursor) - size)
      case .around(let standing):
        max(0, (state.members.firstIndex(of: Int(standing.id)) ?? 0) - size / 2)
      }
    let end =
      if case .before(let cursor?) = range { index(cursor) } else { min(start + size, total) }
    func cursor(_ index: Int) -> Standing.Cursor {
      Standing.Cursor(
        challenge: "pushups-2min", week: nil, standing: standing(index, state),
        position: index + 1, token: "\(index)")
    }
    return LeaderboardPage(
      standings: (start..<end).map { standing($0, state) },
      next: end < total ? cursor(end - 1) : nil, previous: start > 0 ? cursor(start) : nil,
      yourStanding: state.you.flatMap(state.members.firstIndex).map { standing($0, state) },
      participantCount: total, week: nil, loadedAt: .monday)
  }

  private static func standing(_ index: Int, _ state: State) -> Standing {
    let member = state.members[index]
    return Standing(
      id: Int64(member), rank: index + 1, name: "Member \(member)",
      score: Score(reps: 500 - index, duration: .seconds(120), rankKey: Int64(index - 500)),
      achievedAt: .monday, isYou: member == state.you, workout: UUID(member),
      provenance: state.provenances[member] ?? [])
  }
}

extension TestStore where State == Leaderboard.State, Action == Leaderboard.Action {
  /// Returns a store that shows the leaderboard of a group.
  @MainActor
  static func showing(
    _ group: GroupStub, _ clock: TestClock<Duration>
  ) async -> TestStoreOf<Leaderboard> {
    let store = TestStoreOf<Leaderboard>(
      initialState: Leaderboard.State(catalogue: .sample)
    ) {
      Leaderboard()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date = .constant(.monday)
      $0.leaderboard = LeaderboardStub(total: 3).client
      group.join(&$0.leaderboards)
    }
    store.exhaustivity = .off
    await store.send(.command(.load))
    await store.send(.command(.follow))
    await store.receive(\._internal.sourcesResponse.success)
    await store.send(.view(.boardButtonTapped))
    await store.receive(\._internal.loadResponse.success)
    return store
  }
}
