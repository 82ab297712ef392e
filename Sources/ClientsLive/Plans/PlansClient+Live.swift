import Clients
import FoundationEssentials
import Models
import SQLite

extension PlansClient {
  /// Keeps the plans of `person` in `database`.
  ///
  /// - Parameter now: The wall clock, which decides what ended last.
  public static func live(
    database: Database, person: PersonName, now: @escaping @Sendable () -> Date = { Date() }
  ) -> PlansClient {
    PlansClient(
      all: { try await database.withStores { try $0.plans.all(of: person) } },
      follow: { plan in
        let now = now()
        try await database.withStores { try $0.plans.follow(plan, by: person, at: now) }
      },
      finish: { set, plan, day in
        try await database.withStores { try $0.plans.finish(set, of: plan, on: day) }
      },
      giveUp: { challenge in
        let now = now()
        try await database.withStores { try $0.plans.giveUp(challenge, by: person, at: now) }
      },
      undo: { challenge in
        try await database.withStores { try $0.plans.undo(challenge, by: person) }
      })
  }
}
