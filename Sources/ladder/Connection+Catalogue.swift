import ClientsLive
import Models
import SQLite

extension Connection {
  /// The challenges that come with the program, and those that people made.
  ///
  /// - Throws: `DatabaseError`.
  func catalogue() throws -> Catalogue { Catalogue.standard.adding(try ownChallenges()) }
}
