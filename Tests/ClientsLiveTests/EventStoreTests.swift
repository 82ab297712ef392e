import Clients
import FoundationEssentials
import Models
import SQLite
import SystemTestSupport
import Testing

@testable import ClientsLive

struct EventStoreTests {
  private let folder = TestFolder()

  @Test func `events are stored in order, read by page, and deleted`() async throws {
    let database = try Database(Connection.open(in: folder.data))
    let client = AnalyticsClient.live(database: database)
    let events = ["workouts", "profile", "workouts"].map { UsageEvent(feature: $0, at: .sunday) }
    for event in events { try await client.record(event: event) }
    try await database.run { stores in
      let first = try stores.events.page(after: 0, limit: 2)
      #expect(first.events == Array(events[..<2]))
      let second = try stores.events.page(after: first.position, limit: 2)
      #expect(second.events == [events[2]])
      #expect(try stores.events.clear() == 3)
      #expect(try stores.events.page(after: 0, limit: 2).events.isEmpty)
      #expect(try stores.events.clear() == 0)
    }
  }
}
