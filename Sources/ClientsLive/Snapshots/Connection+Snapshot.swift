import Clients
import Glibc
import Models

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
  /// - Parameter isRedacted: Whether people, and challenges that people made, get numbers for names.
  /// - Returns: What `person` is called in the copy.
  /// - Throws: ``DatabaseError``, also where there is such a file already.
  /// - Complexity: O(size of the database).
  public func snapshot(
    to path: String, isRedacted: Bool, person: PersonName
  ) throws -> PersonName {
    let copy = try Connection.inMemory()
    try copyAll(to: copy)
    let name = isRedacted ? try copy.redact(person) : person
    // SQLite takes an empty file for one that it may write, and would make one that others can read.
    let file = makePrivateFile(path)
    guard file >= 0 else { throw DatabaseError(errno: errno, path: path) }
    Glibc.close(file)
    do {
      try copy.run("VACUUM INTO ?", .text(path))
    } catch {
      unlink(path)
      throw error
    }
    return name
  }

  /// Takes out what people wrote themselves.
  ///
  /// - Returns: What `person` is called now.
  private func redact(_ person: PersonName) throws -> PersonName {
    try write {
      let number = try self.person(person)
      // Before the people, by whose names it goes. A rival who has another name now is nobody's number.
      try run(
        """
        UPDATE unfinished SET ghost = coalesce(
          (SELECT 'Person ' || id FROM people WHERE name = ghost), 'somebody')
        WHERE ghost <> ?
        """, .text(Ghost.yourBest))
      try run("DELETE FROM former_names")
      // Through something that is nobody's name: no two people may share one even for a moment.
      try run("UPDATE people SET name = char(1) || id")
      try run("UPDATE people SET name = 'Person ' || id")
      try redactChallenges()
      try run("DELETE FROM events")
      // Who has done nothing yet gets the number they would have.
      let name = try first(
        "SELECT 'Person ' || coalesce(?, max(id) + 1, 1) FROM people",
        number.map { .integer($0) } ?? .null
      ) { PersonName($0.text(0)) }
      return (name ?? nil) ?? person
    }
  }

  /// Where a challenge's key stands, besides its own table.
  private static let tablesWithChallenges = ["workouts", "unfinished", "bests", "plans"]

  /// Numbers the challenges that people made: their keys are made of their names.
  ///
  /// Lists are in the order of the keys, and a recorded session chooses by places: the order stays.
  private func redactChallenges() throws {
    try execute(
      script: """
        CREATE TEMP TABLE numbers (number INTEGER PRIMARY KEY, id TEXT UNIQUE);
        INSERT INTO numbers (id) SELECT DISTINCT id FROM own_challenges ORDER BY id;
        """)
    // Those of which nothing is left but what was done in them, too.
    for table in Self.tablesWithChallenges {
      try execute(
        script: """
          INSERT OR IGNORE INTO numbers (id)
            SELECT challenge FROM \(table) WHERE challenge GLOB 'own-*';
          """)
    }
    // Through something that is nobody's key: it may be that a challenge is called by a number.
    for table in Self.tablesWithChallenges {
      try execute(
        script: """
          UPDATE \(table) SET challenge = char(1) || numbers.number
            FROM numbers WHERE numbers.id = challenge;
          UPDATE \(table) SET challenge = printf('own-%04d', substr(challenge, 2))
            WHERE challenge GLOB char(1) || '*';
          """)
    }
    try execute(
      script: """
        UPDATE own_challenges
          SET id = char(1) || numbers.number, name = 'Challenge ' || numbers.number, how = ''
          FROM numbers WHERE numbers.id = own_challenges.id;
        UPDATE own_challenges SET id = printf('own-%04d', substr(id, 2));
        DROP TABLE numbers;
        """)
  }
}
