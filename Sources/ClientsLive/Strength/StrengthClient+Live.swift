import Clients
import Models
import SQLite

extension StrengthClient {
  /// Returns a client that reads the sessions of `person` in `database`.
  public static func live(database: Database, person: PersonName) -> StrengthClient {
    StrengthClient(
      exercises: {
        try await database.withStores { try $0.strength.summaries(of: person) }
      },
      history: { exercise in
        try await database.withStores { try $0.strength.history(of: exercise, by: person) }
      },
      saveSettings: { settings, seen, exercise in
        try await database.withStores {
          try $0.strength.save(settings, replacing: seen, for: exercise, by: person)
        }
      })
  }
}
