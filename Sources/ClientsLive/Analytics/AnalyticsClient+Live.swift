import Clients
import Models
import SQLite

extension AnalyticsClient {
  /// Returns a client that stores events in `database`.
  public static func live(database: Database) -> AnalyticsClient {
    AnalyticsClient(record: { event in
      try await database.withStores { try $0.events.record(event) }
    })
  }
}
