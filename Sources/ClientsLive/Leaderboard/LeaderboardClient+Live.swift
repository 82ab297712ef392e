import Clients
import FoundationEssentials
import Models
import SQLite

extension LeaderboardClient {
  /// Returns a client that reads the leaderboards in `database`.
  ///
  /// - Parameters:
  ///   - person: The person whose entry is marked.
  ///   - now: The wall clock, which together with the local time zone determines the current week.
  public static func live(
    database: Database, person: PersonName, now: @escaping @Sendable () -> Date = { Date() }
  ) -> LeaderboardClient {
    @Sendable func read(
      _ challenge: Challenge.ID, _ filter: LeaderboardFilter, _ range: LeaderboardRange
    ) async throws -> LeaderboardPage {
      let today = now().localDay
      return try await database.withStores {
        try $0.leaderboard.page(
          of: challenge, filter: filter.period, isLiveOnly: filter.isLiveOnly, range,
          currentPerson: person, today: today)
      }
    }
    return LeaderboardClient(
      page: { after, filter, challenge in try await read(challenge, filter, .after(after)) },
      pageBefore: { before, filter, challenge in
        try await read(challenge, filter, .before(before))
      },
      pageAround: { cursor, filter, challenge in
        try await read(challenge, filter, .around(cursor))
      },
      workout: { id in try await database.withStores { try $0.workouts.workout(id) } })
  }
}
