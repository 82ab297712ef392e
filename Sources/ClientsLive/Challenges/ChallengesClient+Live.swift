import Clients
import FoundationEssentials
import Models
import SQLite

extension ChallengesClient {
  /// Returns a client that stores challenges in `database`.
  ///
  /// - Parameter now: The wall clock, which determines what can still be undone.
  public static func live(
    database: Database, now: @escaping @Sendable () -> Date = { Date() }
  ) -> ChallengesClient {
    ChallengesClient(
      custom: { try await database.withStores { try $0.challenges.custom() } },
      add: { challenge in try await database.withStores { try $0.challenges.add(challenge) } },
      findOrAdd: { challenge in
        try await database.withStores { try $0.challenges.findOrAdd(challenge) }
      },
      edit: { challenge, seen in
        let now = now()
        try await database.withStores {
          try $0.challenges.edit(challenge, replacing: seen, at: now)
        }
      },
      delete: { challenge in
        let now = now()
        try await database.withStores { try $0.challenges.delete(challenge, at: now) }
      },
      undo: { change in
        let now = now()
        return try await database.withStores { try $0.challenges.undo(change, at: now) }
      })
  }
}
