import Clients
import Models

extension WorkoutsClient {
  /// Keeps the workouts of `person` in `database`.
  ///
  /// - Parameter catalogue: Knows how challenges are scored.
  public static func live(
    database: Database, person: PersonName, catalogue: Catalogue = .standard
  ) -> WorkoutsClient {
    WorkoutsClient(
      checkpoint: { draft in try await database.run { try $0.checkpoint(draft, by: person) } },
      finish: { draft in
        guard let challenge = catalogue[draft.challenge] else {
          throw UnknownChallenge(id: draft.challenge)
        }
        return try await database.run {
          try $0.finish(draft, by: person, scoring: challenge.scoring)
        }
      },
      discard: { id in try await database.run { try $0.discard(id) } },
      unfinished: { try await database.run { try $0.abandoned(of: person) } },
      history: { challenge, after, limit in
        try await database.run {
          try $0.history(of: person, challenge: challenge, after: after, limit: limit)
        }
      },
      best: { id in try await database.run { try $0.best(of: person, in: id) } },
      last: { id in
        try await database.run { try $0.history(of: person, challenge: id, limit: 1).first }
      },
      participants: { id in try await database.run { try $0.participants(in: id) } })
  }
}
