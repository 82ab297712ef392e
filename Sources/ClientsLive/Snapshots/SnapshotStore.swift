import Clients
import Glibc
import Models
import SQLite

/// Copies of everything, to be handed to another person.
public struct SnapshotStore {
  let connection: Connection

  /// Creates the store of a Ladder database that is open.
  public init(_ connection: Connection) { self.connection = connection }

  /// Returns whether the database has no person and no challenge yet.
  ///
  /// - Throws: ``DatabaseError``.
  public func isUnused() throws -> Bool {
    try connection.first(
      """
      SELECT NOT EXISTS (SELECT 1 FROM people) AND NOT EXISTS (SELECT 1 FROM own_challenges)
      """
    ) { $0.integer(0) == 1 } ?? true
  }

  /// Writes a copy of everything to a new file, to be handed to another person. Its mode lets only its owner read it.
  ///
  /// - Parameter isRedacted: Whether only what a stranger may see is in it, as ``Redaction`` has it.
  /// - Returns: What `person` is called in the copy.
  /// - Throws: ``DatabaseError``, also where there is such a file already.
  /// - Complexity: O(size of the database).
  public func write(
    to path: String, isRedacted: Bool, person: PersonName
  ) throws -> PersonName {
    let copy: Connection
    if isRedacted {
      copy = try Redaction(of: connection).copy()
    } else {
      // Empty, for it takes over the size of the pages, which one with tables cannot change in memory.
      copy = try Connection(path: ":memory:")
      try connection.copyAll(to: copy)
      try copy.adopt(.ladder)
    }
    defer { copy.close() }
    let name = isRedacted ? try redactedName(of: person) : person
    try copy.writeCompactCopy(to: path)
    return name
  }

  /// The name that a person has in a redacted copy. A person who has done nothing yet has the next number.
  private func redactedName(of person: PersonName) throws -> PersonName {
    let number = try PersonStore(connection).number(of: person)
    let name = try connection.first(
      "SELECT 'Person ' || coalesce(?, max(id) + 1, 1) FROM people",
      number.map { .integer($0) } ?? .null
    ) { PersonName($0.text(0)) }
    return (name ?? nil) ?? person
  }
}
