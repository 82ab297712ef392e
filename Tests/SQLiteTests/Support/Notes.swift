import SystemTestSupport

@testable import SQLite

extension DatabaseFormat {
  /// The format of a note-taking program's databases.
  static let notes = DatabaseFormat(
    applicationID: 0x4E4F_5445,
    migrations: [
      Migration(
        "first",
        """
        -- The text of the note.

        CREATE TABLE notes (
          number INTEGER PRIMARY KEY,
          -- As it was typed.
          text TEXT NOT NULL
        ) STRICT;

        CREATE INDEX notes_by_text ON notes (text);

        CREATE TABLE words (text TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

        CREATE TRIGGER notes_inserted AFTER INSERT ON notes BEGIN
          INSERT INTO words VALUES (NEW.text) ON CONFLICT DO NOTHING;
        END;

        """)
    ])
}

extension TestFolder {
  var database: String { path + "/notes.db" }

  /// Opens the database in the folder, and creates it if necessary.
  func open(
    as format: DatabaseFormat = .notes, busyTimeout: Duration = .zero
  ) throws -> Connection {
    if !contents.contains("notes.db") { write([], to: "notes.db") }
    return try Connection.open(database, as: format, busyTimeout: busyTimeout)
  }
}

extension Connection {
  func add(_ notes: String...) throws {
    for note in notes { try run("INSERT INTO notes (text) VALUES (?)", .text(note)) }
  }

  func notes() throws -> [String] {
    try all("SELECT text FROM notes ORDER BY number") { $0.text(0) }
  }
}
