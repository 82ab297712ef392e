import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import ServerAPI
import SQLite

extension LeaderboardsClient {
  /// Adds the groups in an account file; none if there is no file.
  ///
  /// - Parameters:
  ///   - outbox: Publishes or withdraws workouts when a person starts or stops publishing a challenge.
  ///   - now: The wall clock.
  ///   - clock: The clock for the pauses between connections.
  ///   - random: The generator of these pauses.
  public mutating func addGroups(
    of file: AccountFile, database: Database, _ transport: Transport, outbox: Outbox,
    now: @escaping @Sendable () -> Date = { Date() },
    clock: any Clock<Duration> = ContinuousClock(),
    random: WithRandomNumberGenerator = WithRandomNumberGenerator(SystemRandomNumberGenerator())
  ) {
    let groups = LiveGroups(
      file: file, database: database, transport: transport, outbox: outbox, now: now, clock: clock,
      random: random)
    add({ try await groups.accounts().map(\.group) }) { group in
      LeaderboardClient(
        page: { try await groups.page($0, $1, $2, in: group) },
        lastSeenPage: { try await groups.lastSeenPage($0, $1, $2, in: group) },
        workout: { try await groups.connection(to: group).workout($0) },
        watch: { try await groups.watch(group, $0) },
        publication: { try await groups.publication(of: $0, in: group) },
        setPublished: { try await groups.setPublished($0, $1, in: group) })
    }
  }
}

/// An error for a group that this machine has not joined, or has left in the meantime.
public struct UnknownGroup: ExplainedError, Hashable {
  public var group: JoinedGroup.ID

  public init(_ group: JoinedGroup.ID) { self.group = group }

  public var summary: String { "this machine has not joined \(group.rawValue.quoted)" }
  public var remedy: String { "see \"ladder groups\"" }
  public var details: String { "unknown group" }
}

/// The groups of an account file, their servers, and the pages of their leaderboards in the database.
private struct LiveGroups: Sendable {
  let file: AccountFile
  let database: Database
  let transport: Transport
  let outbox: Outbox
  let now: @Sendable () -> Date
  let clock: any Clock<Duration>
  let random: WithRandomNumberGenerator

  /// Returns the accounts, read on the database's thread.
  func accounts() async throws -> [StoredAccount] {
    try await database.runWithoutConnection { [file] in try file.load() }
  }

  private func account(_ group: JoinedGroup.ID) async throws -> StoredAccount {
    guard let account = try await accounts().first(where: { $0.id == group }) else {
      throw UnknownGroup(group)
    }
    return account
  }

  func connection(to group: JoinedGroup.ID) async throws -> ServerConnection {
    ServerConnection(try await account(group), transport)
  }

  // MARK: Pages

  func page(
    _ range: LeaderboardRange, _ filter: LeaderboardFilter, _ challenge: Challenge.ID,
    in group: JoinedGroup.ID
  ) async throws -> LeaderboardPage {
    let key = Self.key(range, filter, challenge)
    let seen = try await database.run { try $0.seenPages.page(key, of: group) }
    do {
      let connection = try await connection(to: group)
      let response = try await connection.board(
        challenge, filter, range, unlessTagged: seen?.tag)
      let page = SeenPageStore.Page(
        body: response.body ?? seen?.body ?? Data(), tag: response.tag, seenAt: now())
      guard let result = LeaderboardPage(json: page.body, of: challenge, loadedAt: page.seenAt)
      else {
        throw connection.invalid("the page is not valid")
      }
      // The page can be shown even if it cannot be saved, such as when the disk is full.
      try? await database.run { try $0.seenPages.save(page, key, of: group) }
      return result
    } catch let error as ServerError where error.isTemporary {
      let page = seen.flatMap {
        LeaderboardPage(
          json: $0.body, of: challenge, loadedAt: $0.seenAt, offlineReason: error.sentence)
      }
      guard let page else { throw error }
      return page
    }
  }

  func lastSeenPage(
    _ range: LeaderboardRange, _ filter: LeaderboardFilter, _ challenge: Challenge.ID,
    in group: JoinedGroup.ID
  ) async throws -> LeaderboardPage? {
    let key = Self.key(range, filter, challenge)
    let seen = try await database.run { try $0.seenPages.page(key, of: group) }
    return seen.flatMap { LeaderboardPage(json: $0.body, of: challenge, loadedAt: $0.seenAt) }
  }

  /// Returns the text that identifies a page of a group in the database.
  private static func key(
    _ range: LeaderboardRange, _ filter: LeaderboardFilter, _ challenge: Challenge.ID
  ) -> String {
    let query = range.query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    return "\(challenge.rawValue)?\(filter.period == .allTime ? "all" : "week")&\(query)"
  }

  // MARK: Changes

  func watch(
    _ group: JoinedGroup.ID, _ changed: @escaping @Sendable (Challenge.ID?) async -> Void
  ) async throws {
    // Changes that arrive while `changed` runs are merged: only the latest state matters.
    let pending = LockIsolated<Set<Challenge.ID?>>([])
    let (wakeUps, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    defer { continuation.finish() }
    let account = try await account(group)
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask {
        for await _ in wakeUps {
          let challenges = pending.withValue { pending in
            defer { pending = [] }
            return pending
          }
          for challenge in challenges { await changed(challenge) }
        }
      }
      tasks.addTask {
        let server = ServerConnection(account, transport)
        try await server.keepReceivingEvents(clock, random) { event, isReconnected in
          switch event {
          case .opened where isReconnected: pending.withValue { _ = $0.insert(nil) }
          case .boardChanged(let challenge): pending.withValue { _ = $0.insert(challenge) }
          case .opened, .journalChanged, .raceChanged, .reps: return
          }
          continuation.yield()
        }
      }
      defer { tasks.cancelAll() }
      try await tasks.next()
    }
  }

  // MARK: Publishing

  func publication(
    of challenge: Challenge.ID, in group: JoinedGroup.ID
  ) async throws -> Publication {
    let account = try await account(group)
    var publication = try await database.run {
      try $0.publications.publication(of: challenge, by: account.person, in: group)
    }
    publication.failure = await outbox.failure(in: group)?.sentence
    return publication
  }

  func setPublished(
    _ isOn: Bool, _ challenge: Challenge.ID, in group: JoinedGroup.ID
  ) async throws -> Publication {
    let account = try await account(group)
    try await database.run {
      try $0.publications.setPublished(isOn, challenge, in: group)
    }
    // Sends in the background, because the network may be slow. The outbox records a failure.
    Task { try? await outbox.flush(account, isForced: true) }
    return try await publication(of: challenge, in: group)
  }
}
