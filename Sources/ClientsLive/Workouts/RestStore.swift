import FoundationEssentials
import Models
import SQLite

/// A store of the rests that people take between two sets, for `ladder status`.
public struct RestStore {
  let connection: Connection

  /// Creates the store of a Ladder database that is open.
  public init(_ connection: Connection) { self.connection = connection }

  /// Saves a person's rest, replacing an earlier one, or removes the one that this process saved.
  ///
  /// - Parameters:
  ///   - rest: The rest, or `nil` if it has ended.
  ///   - owner: The process that shows it.
  /// - Throws: ``DatabaseError``.
  package func save(
    _ rest: StoredRest?, of name: PersonName, owner: ProcessIdentity = .current
  ) throws {
    try connection.write {
      guard let rest else {
        guard let person = try PersonStore(connection).rowID(of: name) else { return }
        try connection.run(
          "DELETE FROM rests WHERE person = ? AND owner = ?", .integer(person), .text(owner.text))
        return
      }
      let person = try PersonStore(connection).findOrCreateRowID(of: name)
      try connection.run(
        "INSERT OR REPLACE INTO rests (person, challenge, ends_at, owner) VALUES (?, ?, ?, ?)",
        .integer(person), .text(rest.challenge.rawValue),
        .integer(rest.end.millisecondsSince1970), .text(owner.text))
    }
  }

  /// Returns the rest that a person takes at `now`; `nil` if there is none or its program has ended.
  ///
  /// - Throws: ``DatabaseError``.
  public func current(of name: PersonName, now: Date) throws -> StoredRest? {
    try connection.read {
      guard let person = try PersonStore(connection).rowID(of: name) else { return nil }
      let saved = try connection.first(
        "SELECT challenge, ends_at, owner FROM rests WHERE person = ?", .integer(person)
      ) { row in
        (
          rest: StoredRest(challenge: Challenge.ID(rawValue: row.text(0)), end: row.date(1)),
          owner: ProcessIdentity(text: row.text(2))
        )
      }
      guard let saved, saved.rest.remaining(at: now) != nil, saved.owner.isKnownToBeRunning else {
        return nil
      }
      return saved.rest
    }
  }
}
