import Clients
import Files
import Glibc
import Models
import SQLite

extension Connection {
  /// Whether nobody has ever done anything here.
  ///
  /// - Throws: ``DatabaseError``.
  public func isUnused() throws -> Bool {
    try first(
      """
      SELECT NOT EXISTS (SELECT 1 FROM people) AND NOT EXISTS (SELECT 1 FROM own_challenges)
      """
    ) { $0.integer(0) == 1 } ?? true
  }

  /// Writes a copy of everything to a new file, to be handed to somebody else. Until it is, it is its owner's alone.
  ///
  /// - Parameter isRedacted: Whether only what a stranger may see is in it, as ``redacted()`` has it.
  /// - Returns: What `person` is called in the copy.
  /// - Throws: ``DatabaseError``, also where there is such a file already.
  /// - Complexity: O(size of the database).
  public func snapshot(
    to path: String, isRedacted: Bool, person: PersonName
  ) throws -> PersonName {
    let copy: Connection
    if isRedacted {
      copy = try redacted()
    } else {
      // Empty, for it takes over the size of the pages, which one with tables cannot change in memory.
      copy = try Connection(path: ":memory:")
      try copyAll(to: copy)
      try copy.adopt(.ladder)
    }
    defer { copy.close() }
    let name = isRedacted ? try redactedName(of: person) : person
    try copy.writeCompactCopy(to: path)
    return name
  }

  /// The name that a person has in a redacted copy. A person who has done nothing yet has the next number.
  private func redactedName(of person: PersonName) throws -> PersonName {
    let number = try self.person(person)
    let name = try first(
      "SELECT 'Person ' || coalesce(?, max(id) + 1, 1) FROM people",
      number.map { .integer($0) } ?? .null
    ) { PersonName($0.text(0)) }
    return (name ?? nil) ?? person
  }
}
