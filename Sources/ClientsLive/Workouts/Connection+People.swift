import Models

extension Connection {
  /// The number of the person called `name`, or `nil` when nobody of that name did anything yet.
  ///
  /// - Throws: ``DatabaseError``.
  func person(_ name: PersonName) throws -> Int64? {
    try first("SELECT id FROM people WHERE name = ?", .text(name.text)) { $0.integer(0) }
  }

  /// The number of the person called `name`, given now if there was none. Within a transaction.
  ///
  /// - Throws: ``DatabaseError``.
  func makePerson(_ name: PersonName) throws -> Int64 {
    if let person = try person(name) { return person }
    try run("INSERT INTO people (name) VALUES (?)", .text(name.text))
    return lastInsertedRow
  }
}
