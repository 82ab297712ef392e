import Clients
import Glibc
import Models
import SQLite

/// A store that makes copies of the whole database to share.
public struct SnapshotStore {
  let connection: Connection

  /// Returns whether the database has no people and no custom challenges.
  public func isUnused() throws -> Bool {
    try connection.first(
      """
      SELECT NOT EXISTS (SELECT 1 FROM people) AND NOT EXISTS (SELECT 1 FROM own_challenges)
      """
    ) { $0.integer(0) == 1 } ?? true
  }

  /// Writes a copy of the database to a new file that only its owner can read.
  ///
  /// - Parameter isRedacted: Whether personal data is removed, as by ``DatabaseRedactor``.
  /// - Returns: The name of `person` in the copy.
  /// - Throws: ``DatabaseError``, also if the file already exists.
  /// - Complexity: O(size of the database).
  public func write(
    to path: String, isRedacted: Bool, person: PersonName
  ) throws -> PersonName {
    let copy: Connection
    if isRedacted {
      copy = try DatabaseRedactor(of: connection).redactedCopy()
    } else {
      // Empty, because the copy takes over the page size, which an in-memory database with tables cannot change.
      copy = try Connection(path: ":memory:")
      try connection.copyContents(to: copy)
      try copy.configureAndMigrate(to: .ladder)
    }
    defer { copy.close() }
    let name = isRedacted ? try redactedName(of: person) : person
    try copy.writeCompactCopy(to: path)
    return name
  }

  /// Returns the name of a person in a redacted copy. A person who is not in the database gets the next number.
  private func redactedName(of person: PersonName) throws -> PersonName {
    let number = try connection.people.rowID(of: person)
    let name = try connection.first(
      "SELECT 'Person ' || coalesce(?, max(id) + 1, 1) FROM people",
      number.map { .integer($0) } ?? .null
    ) { PersonName($0.text(0)) }
    return (name ?? nil) ?? person
  }
}
