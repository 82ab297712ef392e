import Models
import SQLite

extension Connection {
  /// The number of the person called `name`, now or formerly, or `nil` when nobody of that name did anything yet.
  ///
  /// - Throws: ``DatabaseError``.
  func person(_ name: PersonName) throws -> Int64? {
    try first(
      """
      SELECT id FROM people WHERE name = ?1
      UNION ALL SELECT person FROM former_names WHERE name = ?1
      """, .text(name.text)
    ) { $0.integer(0) }
  }

  /// The number of the person called `name`, given now if there was none. Within a transaction.
  ///
  /// - Throws: ``DatabaseError``.
  func makePerson(_ name: PersonName) throws -> Int64 {
    if let person = try person(name) { return person }
    try run("INSERT INTO people (name) VALUES (?)", .text(name.text))
    return lastInsertedRow
  }

  /// Gives a person another name, unless somebody else has it or had it.
  ///
  /// The name before stays theirs: a second program that runs, or a script with `--as`, would else begin a new person
  /// under it.
  ///
  /// - Throws: ``DatabaseError``; nothing was changed then.
  package func rename(_ name: PersonName, to other: PersonName) throws -> Renaming {
    try write {
      let owner = try person(other)
      guard let person = try person(name) else { return owner == nil ? .renamed : .taken }
      guard owner == nil || owner == person else { return .taken }
      try run(
        "INSERT INTO former_names (name, person) SELECT name, id FROM people WHERE id = ?",
        .integer(person))
      try run("DELETE FROM former_names WHERE name = ?", .text(other.text))
      try run(
        "UPDATE people SET name = ? WHERE id = ?", .text(other.text), .integer(person))
      return .renamed
    }
  }
}
