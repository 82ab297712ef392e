import FoundationEssentials
import Models
import SQLite

/// The rests that people take between two sets, for `ladder status`.
public struct RestStore {
  let connection: Connection

  /// Creates the store of a Ladder database that is open.
  public init(_ connection: Connection) { self.connection = connection }

  /// Keeps a person's rest in the place of another, or removes the one that this process has kept.
  ///
  /// - Parameters:
  ///   - rest: `nil` where the rest has ended.
  ///   - owner: The process in which it goes on.
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

  /// Returns the rest that a person takes at `now` in a program that runs; `nil` without one.
  ///
  /// - Throws: ``DatabaseError``.
  public func current(of name: PersonName, now: Date) throws -> StoredRest? {
    try connection.read {
      guard let person = try PersonStore(connection).rowID(of: name) else { return nil }
      let kept = try connection.first(
        "SELECT challenge, ends_at, owner FROM rests WHERE person = ?", .integer(person)
      ) { row in
        (
          rest: StoredRest(challenge: Challenge.ID(rawValue: row.text(0)), end: row.date(1)),
          owner: ProcessIdentity(text: row.text(2))
        )
      }
      guard let kept, kept.rest.remaining(at: now) != nil, kept.owner.isAlive else { return nil }
      return kept.rest
    }
  }
}
