import Clients
import FoundationEssentials
import Models

extension LeaderboardClient {
  /// Reads the leaderboards of everybody in `database`.
  ///
  /// - Parameters:
  ///   - person: Whose line is yours.
  ///   - now: The wall clock, which decides which week is this week.
  public static func live(
    database: Database, person: PersonName, now: @escaping @Sendable () -> Date = { Date() }
  ) -> LeaderboardClient {
    LeaderboardClient(
      page: { after, filter, challenge in
        let now = now()
        return try await database.run {
          try $0.leaderboard(challenge, filter: filter, after: after, you: person, now: now)
        }
      },
      workout: { id in try await database.run { try $0.workout(id) } })
  }
}
