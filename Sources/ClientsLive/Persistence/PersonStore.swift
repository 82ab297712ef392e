import FoundationEssentials
import Models
import SQLite

/// A store of people with their current and former names.
public struct PersonStore {
  let connection: Connection

  /// Returns the row ID of the person with the current or former name `name`, or `nil` if there is none.
  ///
  /// The comparison ignores case; an exact match takes precedence.
  ///
  /// - Complexity: O(log n) in the people.
  func rowID(of name: PersonName) throws -> Int64? {
    let exact = try connection.first(
      """
      SELECT id FROM people WHERE name = ?1
      UNION ALL SELECT person FROM former_names WHERE name = ?1
      """, .text(name.text)
    ) { $0.integer(0) }
    if let exact { return exact }
    // SQLite ignores the case of ASCII letters only; for other letters the common spellings are tried.
    let spellings = name.spellings.map { SQLValue.text($0) }
    return try connection.first(
      """
      SELECT id FROM people WHERE name COLLATE NOCASE IN (?1, ?2, ?3)
      UNION ALL SELECT person FROM former_names WHERE name COLLATE NOCASE IN (?1, ?2, ?3)
      LIMIT 1
      """, spellings[0], spellings[1], spellings[2]
    ) { $0.integer(0) }
  }

  /// Returns whether two names belong to the same person. A name that is not in the database belongs to no person.
  ///
  /// - Complexity: O(log n) in the people.
  public func areSame(_ name: PersonName, _ other: PersonName) throws -> Bool {
    guard let rowID = try rowID(of: name) else { return false }
    return try rowID == self.rowID(of: other)
  }

  /// Returns the row ID of the person called `name`, and adds the person if there is none. Must be called in a
  /// transaction.
  ///
  /// - Parameter batch: The number of the import that adds the person, if any.
  func findOrCreateRowID(of name: PersonName, import batch: Int64? = nil) throws -> Int64 {
    if let rowID = try rowID(of: name) { return rowID }
    try connection.run(
      "INSERT INTO people (name, import) VALUES (?, ?)", .text(name.text), .integer(batch))
    return connection.lastInsertedRowID
  }

  /// Renames a person, unless another person has or had the new name.
  ///
  /// The person keeps the former name: a second running process, or a script with `--as`, would otherwise create a
  /// new person with it.
  ///
  /// - Returns: `renamed` even if there is no person called `name` and `other` is free, because then there is nothing
  ///   to change.
  package func rename(_ name: PersonName, to other: PersonName) throws -> RenameResult {
    try connection.write {
      let owner = try rowID(of: other)
      guard let person = try rowID(of: name) else { return owner == nil ? .renamed : .taken }
      guard owner == nil || owner == person else { return .taken }
      try connection.run(
        "INSERT INTO former_names (name, person) SELECT name, id FROM people WHERE id = ?",
        .integer(person))
      try connection.run("DELETE FROM former_names WHERE name = ?", .text(other.text))
      try connection.run(
        "UPDATE people SET name = ? WHERE id = ?", .text(other.text), .integer(person))
      return .renamed
    }
  }
}

extension PersonName {
  /// The name in lowercase, in uppercase, and with each word capitalized.
  fileprivate var spellings: [String] {
    let words = text.split(separator: " ").map {
      $0.prefix(1).uppercased() + $0.dropFirst().lowercased()
    }
    return [text.lowercased(), text.uppercased(), words.joined(separator: " ")]
  }
}

// MARK: - The usage log

/// A store of the usage log: which features were used, if the person has enabled it.
public struct EventStore {
  let connection: Connection

  /// Records an event.
  func record(_ event: UsageEvent) throws {
    try connection.run(
      "INSERT INTO events (feature, at) VALUES (?, ?)", .text(event.feature),
      .integer(event.at.millisecondsSince1970))
  }

  /// Returns the events after a position, oldest first.
  ///
  /// - Parameters:
  ///   - position: The last position of the previous page, or 0.
  ///   - limit: The maximum number of events.
  /// - Returns: The events, and the position of the last one.
  /// - Complexity: O(`limit` + log n).
  public func page(
    after position: Int64, limit: Int
  ) throws -> (events: [UsageEvent], position: Int64) {
    var last = position
    let events = try connection.all(
      "SELECT * FROM events WHERE number > ? ORDER BY number LIMIT ?",
      .integer(position), .integer(Int64(limit))
    ) { row in
      last = row.integer("number")
      return UsageEvent(feature: row.text("feature"), at: row.date("at"))
    }
    return (events, last)
  }

  /// Deletes all events.
  ///
  /// - Returns: The number of deleted events.
  public func clear() throws -> Int64 {
    try connection.write {
      try connection.run("DELETE FROM events")
      return connection.changedRowCount
    }
  }
}
