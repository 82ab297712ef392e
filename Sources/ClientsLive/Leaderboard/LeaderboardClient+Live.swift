import Clients
import FoundationEssentials
import Models
import SQLite

extension LeaderboardClient {
  /// Returns the client of this machine's leaderboards, which are in `database`.
  ///
  /// - Parameters:
  ///   - person: The person whose entry is marked.
  ///   - now: The wall clock, which together with the local time zone determines the current week.
  public static func live(
    database: Database, person: PersonName, now: @escaping @Sendable () -> Date = { Date() }
  ) -> LeaderboardClient {
    var client = LeaderboardClient()
    client.page = { range, filter, challenge in
      let today = now().localDay
      return try await database.withStores {
        try $0.leaderboard.page(
          of: challenge, filter: filter.period, isLiveOnly: filter.isLiveOnly, range,
          currentPerson: person, today: today)
      }
    }
    client.workout = { id in try await database.withStores { try $0.workouts.workout(id) } }
    return client
  }
}
