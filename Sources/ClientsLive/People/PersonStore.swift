import Models
import SQLite

/// People, by their names now and before.
public struct PersonStore {
  let connection: Connection

  /// Creates the store of a Ladder database that is open.
  public init(_ connection: Connection) { self.connection = connection }

  /// Returns the number of the person called `name`, now or formerly; `nil` when there is no such person yet.
  ///
  /// Letters may be large or small; a name that is the same in this, too, comes first.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(log n) in the people.
  func number(of name: PersonName) throws -> Int64? {
    let exact = try connection.first(
      """
      SELECT id FROM people WHERE name = ?1
      UNION ALL SELECT person FROM former_names WHERE name = ?1
      """, .text(name.text)
    ) { $0.integer(0) }
    if let exact { return exact }
    // SQLite knows the case of ASCII letters alone: of others, the spellings that people use.
    let spellings = name.spellings.map { SQLValue.text($0) }
    return try connection.first(
      """
      SELECT id FROM people WHERE name COLLATE NOCASE IN (?1, ?2, ?3)
      UNION ALL SELECT person FROM former_names WHERE name COLLATE NOCASE IN (?1, ?2, ?3)
      LIMIT 1
      """, spellings[0], spellings[1], spellings[2]
    ) { $0.integer(0) }
  }

  /// Returns whether two names mean one person who has workouts.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(log n) in the people.
  public func areSame(_ name: PersonName, _ other: PersonName) throws -> Bool {
    guard let number = try number(of: name) else { return false }
    return try number == self.number(of: other)
  }

  /// Returns the number of the person called `name`, given now if there was none. Within a transaction.
  ///
  /// - Throws: ``DatabaseError``.
  func makeNumber(of name: PersonName) throws -> Int64 {
    if let number = try number(of: name) { return number }
    try connection.run("INSERT INTO people (name) VALUES (?)", .text(name.text))
    return connection.lastInsertedRow
  }

  /// Gives a person another name, unless another person has it or had it.
  ///
  /// The name before stays theirs: a second program that runs, or a script with `--as`, would else begin a new person
  /// under it.
  ///
  /// - Throws: ``DatabaseError``; nothing was changed then.
  package func rename(_ name: PersonName, to other: PersonName) throws -> Renaming {
    try connection.write {
      let owner = try number(of: other)
      guard let person = try number(of: name) else { return owner == nil ? .renamed : .taken }
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
  /// The name in small letters, in large ones, and with a large one at the beginning of each word.
  fileprivate var spellings: [String] {
    let words = text.split(separator: " ").map {
      $0.prefix(1).uppercased() + $0.dropFirst().lowercased()
    }
    return [text.lowercased(), text.uppercased(), words.joined(separator: " ")]
  }
}
