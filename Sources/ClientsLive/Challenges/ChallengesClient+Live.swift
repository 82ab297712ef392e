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
      own: { try await database.run { try $0.ownChallenges() } },
      add: { challenge in try await database.run { try $0.addChallenge(challenge) } },
      edit: { challenge in
        let now = now()
        try await database.run { try $0.editChallenge(challenge, at: now) }
      },
      delete: { id in
        let now = now()
        try await database.run { try $0.deleteChallenge(id, at: now) }
      },
      undo: {
        let now = now()
        return try await database.run { try $0.undoChallenge(at: now) }
      })
  }
}
