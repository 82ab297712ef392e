extension Connection {
  /// Creates the tables of the optional migrations unless the database has them.
  ///
  /// Every start parses the whole schema. Tables of a feature that most people do not use are therefore created by its
  /// first use, in the same file, so that they share transactions and backups with the others.
  ///
  /// - Throws: ``DatabaseError``; nothing is changed.
  /// - Complexity: O(size of the schema).
  public func createOptionalTables() throws {
    guard let format, try !hasOptionalTables(of: format) else { return }
    try write {
      // Another process may have created them while this one waited for the lock.
      guard try !hasOptionalTables(of: format) else { return }
      for migration in format.migrations where migration.isOptional { try apply(migration) }
    }
  }

  /// Returns whether the database has the tables of a format's optional migrations.
  ///
  /// - Throws: ``DatabaseError``.
  func hasOptionalTables(of format: DatabaseFormat) throws -> Bool {
    guard let table = format.optionalTable else { return false }
    let found = try first(
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?", .text(table)
    ) { $0.integer(0) }
    return found != nil
  }
}
