import Clients
import FoundationEssentials
import Models
import SQLite

extension PlansClient {
  /// Returns a client that stores the plans of `person` in `database`.
  ///
  /// - Parameter now: Returns the time to record as the end of a plan. Undo reactivates the plan with the latest end.
  public static func live(
    database: Database, person: PersonName, now: @escaping @Sendable () -> Date = { Date() }
  ) -> PlansClient {
    PlansClient(
      all: { try await database.withStores { try $0.plans.all(of: person) } },
      start: { plan in
        let now = now()
        return try await database.withStores { try $0.plans.start(plan, by: person, at: now) }
      },
      recordSet: { set, plan, day in
        try await database.withStores { try $0.plans.recordSet(set, of: plan, on: day) }
      },
      end: { plan in
        let now = now()
        try await database.withStores { try $0.plans.end(plan, by: person, at: now) }
      },
      undo: { challenge, seen in
        try await database.withStores {
          try $0.plans.undo(challenge, replacing: seen, by: person)
        }
      })
  }
}
