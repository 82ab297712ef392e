import Clients
import SQLite

extension PeopleClient {
  /// Returns a client that renames people in `database`.
  public static func live(database: Database) -> PeopleClient {
    PeopleClient(rename: { from, to in
      try await database.withStores { try $0.people.rename(from, to: to) }
    })
  }
}
