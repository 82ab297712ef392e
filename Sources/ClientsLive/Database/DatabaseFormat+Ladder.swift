import Models
import Resources
import SQLite

extension DatabaseFormat {
  /// Ladder's databases. "LADR" is their mark.
  package static let ladder = DatabaseFormat(
    applicationID: 0x4C41_4452,
    migrations: [
      Migration("first", embedded: ladder_schema().text),
      Migration("notes on workouts", "ALTER TABLE workouts ADD COLUMN note TEXT"),
      Migration("paused workouts", "ALTER TABLE unfinished ADD COLUMN is_paused INTEGER"),
      Migration(
        "names in large and small letters",
        """
        CREATE INDEX people_in_any_case ON people (name COLLATE NOCASE);

        CREATE INDEX former_names_in_any_case ON former_names (name COLLATE NOCASE);
        """),
      // The bests of weeks are kept by local days, for each day that weeks may begin with. Only Swift knows scores.
      Migration("weeks of leaderboards by local days") { connection in
        try SumStore(connection).recompute {
          try ChallengeStore(connection).scoring(of: $0, in: .standard)
        }
      },
      Migration(
        "rests between sets",
        """
        CREATE TABLE rests (
          person INTEGER PRIMARY KEY REFERENCES people (id),
          challenge TEXT NOT NULL,
          ends_at INTEGER NOT NULL,
          owner TEXT NOT NULL
        ) STRICT;
        """),
    ],
    unreleasedTable: "migrations")
}
