import Clients
import FoundationEssentials
import Models

extension WorkoutsClient {
  /// Keeps the workouts of `person` in `database`.
  ///
  /// - Parameters:
  ///   - catalogue: Knows how challenges are scored.
  ///   - now: The wall clock, which decides what the trash still holds.
  public static func live(
    database: Database, person: PersonName, catalogue: Catalogue = .standard,
    now: @escaping @Sendable () -> Date = { Date() }
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
      unfinished: { try await database.run { try $0.unfinished(of: person) } },
      history: { challenge, after, limit in
        try await database.run {
          try $0.history(of: person, challenge: challenge, after: after, limit: limit)
        }
      },
      results: { try await database.run { try $0.results(of: person) } },
      best: { id in try await database.run { try $0.best(of: person, in: id) } },
      last: { id in
        try await database.run { try $0.history(of: person, challenge: id, limit: 1).first }
      },
      delete: { id in
        let now = now()
        _ = try await database.run {
          try $0.delete(id, of: person, at: now) { catalogue[$0]?.scoring }
        }
      },
      correct: { id, workout in
        let now = now()
        _ = try await database.run {
          try $0.correct(id, with: workout, of: person, at: now) { catalogue[$0]?.scoring }
        }
      },
      undo: {
        let now = now()
        return try await database.run {
          try $0.undo(of: person, at: now) { catalogue[$0]?.scoring }
        }
      },
      participants: { id in try await database.run { try $0.participants(in: id) } })
  }
}
