extension Migration {
  /// Names that people had: they still mean the same person.
  static let formerNames = Migration(
    name: "former names",
    script: """
      CREATE TABLE former_names (
        name TEXT PRIMARY KEY,
        person INTEGER NOT NULL REFERENCES people (id)
      ) STRICT, WITHOUT ROWID;
      """)
}
