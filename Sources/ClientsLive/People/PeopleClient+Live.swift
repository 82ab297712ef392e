import Clients
import SQLite

extension PeopleClient {
  /// Keeps people in `database`.
  public static func live(database: Database) -> PeopleClient {
    PeopleClient(rename: { from, to in
      try await database.run { try $0.rename(from, to: to) }
    })
  }
}
