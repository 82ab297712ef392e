import Clients
import FoundationEssentials
import Models
import SQLite

extension StatisticsClient {
  /// Returns a client that summarizes the workouts of `person` in `database`.
  ///
  /// - Parameter now: The wall clock, which determines the current day.
  public static func live(
    database: Database, person: PersonName, now: @escaping @Sendable () -> Date = { Date() }
  ) -> StatisticsClient {
    StatisticsClient(summary: { request in
      let now = now()
      return try await database.withStores {
        try $0.statistics.summary(of: person, at: now, request)
      }
    })
  }
}
