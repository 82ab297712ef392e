import Clients
import FoundationEssentials
import Models
import SQLite

extension ChallengesClient {
  /// Keeps challenges in `database`.
  ///
  /// - Parameter now: The wall clock, which decides what can still be taken back.
  public static func live(
    database: Database, now: @escaping @Sendable () -> Date = { Date() }
  ) -> ChallengesClient {
    ChallengesClient(
      own: { try await database.withStores { try $0.challenges.own() } },
      add: { challenge in try await database.withStores { try $0.challenges.add(challenge) } },
      edit: { challenge in
        let now = now()
        try await database.withStores { try $0.challenges.edit(challenge, at: now) }
      },
      delete: { id in
        let now = now()
        try await database.withStores { try $0.challenges.delete(id, at: now) }
      },
      undo: {
        let now = now()
        return try await database.withStores { try $0.challenges.undo(at: now) }
      })
  }
}
