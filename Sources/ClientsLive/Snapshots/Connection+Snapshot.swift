import Clients
import Models

extension Connection {
  /// Whether nobody has ever trained here.
  ///
  /// - Throws: ``DatabaseError``.
  public func isUnused() throws -> Bool {
    try first("SELECT NOT EXISTS (SELECT 1 FROM people)") { $0.integer(0) == 1 } ?? true
  }

  /// Writes a copy of everything to a new file, to be handed to somebody else.
  ///
  /// - Parameter isRedacted: Whether people, and challenges that people made, get numbers for names.
  /// - Returns: What `person` is called in the copy.
  /// - Throws: ``DatabaseError``, also where there is such a file already.
  /// - Complexity: O(size of the database).
  public func snapshot(
    to path: String, isRedacted: Bool, person: PersonName
  ) throws -> PersonName {
    let copy = try Connection.inMemory()
    try copyAll(to: copy)
    let number = try copy.person(person)
    if isRedacted { try copy.redact() }
    try copy.run("VACUUM INTO ?", .text(path))
    guard isRedacted else { return person }
    return try number.flatMap { number in
      try copy.first("SELECT name FROM people WHERE id = ?", .integer(number)) { $0.text(0) }
    }.flatMap { PersonName($0) } ?? person
  }

  /// Takes out what people wrote themselves.
  private func redact() throws {
    try write {
      // Through something that is nobody's name: no two people may share one even for a moment.
      try run("UPDATE people SET name = char(1) || id")
      try run("UPDATE people SET name = 'Person ' || id")
      // Their ids are made of their names.
      try run(
        """
        CREATE TEMP TABLE numbers AS
          SELECT id, 'own-' || min(number) AS new_id, min(number) AS number
          FROM own_challenges GROUP BY id
        """)
      try run(
        """
        UPDATE workouts SET challenge = (SELECT new_id FROM numbers WHERE id = challenge)
        WHERE challenge IN (SELECT id FROM numbers)
        """)
      try run(
        """
        UPDATE unfinished SET challenge = (SELECT new_id FROM numbers WHERE id = challenge)
        WHERE challenge IN (SELECT id FROM numbers)
        """)
      try run(
        """
        UPDATE bests SET challenge = (SELECT new_id FROM numbers WHERE id = challenge)
        WHERE challenge IN (SELECT id FROM numbers)
        """)
      try run(
        """
        UPDATE own_challenges SET (id, name, how) = (
          SELECT new_id, 'Challenge ' || numbers.number, ''
          FROM numbers WHERE numbers.id = own_challenges.id
        )
        """)
      try run("DROP TABLE numbers")
      try run("DELETE FROM events")
    }
  }
}
