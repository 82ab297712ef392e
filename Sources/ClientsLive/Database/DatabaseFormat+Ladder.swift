import Models
import Resources
import SQLite

extension DatabaseFormat {
  /// The format of Ladder's databases. The application ID is "LADR".
  package static let ladder = DatabaseFormat(
    applicationID: 0x4C41_4452,
    migrations: [
      Migration("first", embedded: ladder_schema().text),
      Migration("notes on workouts", "ALTER TABLE workouts ADD COLUMN note TEXT"),
      Migration("paused workouts", "ALTER TABLE unfinished ADD COLUMN is_paused INTEGER"),
      Migration(
        "case-insensitive names",
        """
        CREATE INDEX people_in_any_case ON people (name COLLATE NOCASE);

        CREATE INDEX former_names_in_any_case ON former_names (name COLLATE NOCASE);
        """),
      // Weekly bests are stored by local days, for each possible first day of the week. Only Swift can compute
      // scores.
      Migration("weeks of leaderboards by local days") { connection in
        try AggregateStore(connection).recompute(hasProvenance: false) {
          try ChallengeStore(connection).scoring(of: $0, in: .standard)
        }
      },
      Migration("typed reps without instants") { connection in
        try WorkoutStore(connection).removeEvenlySpacedInstants()
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
      Migration(
        "skipped rounds",
        """
        ALTER TABLE workouts ADD COLUMN skip_log BLOB;

        ALTER TABLE unfinished ADD COLUMN skip_log BLOB;
        """),
      // Only databases of people who have joined a server have these tables and those of the journal.
      //
      // An account is the ID of a group in accounts.json. What waits to be sent is not stored: it is the difference between
      // the workouts of these challenges and the rows of `published`. Rows with a refusal are not on the server.
      Migration(
        "groups",
        """
        CREATE TABLE publications (
          account TEXT NOT NULL,
          challenge TEXT NOT NULL,
          PRIMARY KEY (account, challenge)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE published (
          account TEXT NOT NULL,
          workout BLOB NOT NULL,
          challenge TEXT NOT NULL,
          refusal TEXT,
          PRIMARY KEY (account, workout)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE seen_pages (
          account TEXT NOT NULL,
          request TEXT NOT NULL,
          seen_at INTEGER NOT NULL,
          tag TEXT,
          body BLOB NOT NULL,
          PRIMARY KEY (account, request)
        ) STRICT, WITHOUT ROWID;
        """, isOptional: true),
      // Entries are encrypted only on the server. `related` is the workout that an entry's workout corrects.
      Migration(
        "journal of several machines",
        """
        CREATE TABLE journal (
          number INTEGER PRIMARY KEY,
          id BLOB NOT NULL UNIQUE,
          kind TEXT NOT NULL,
          subject BLOB NOT NULL,
          time INTEGER NOT NULL,
          related BLOB,
          is_applied INTEGER NOT NULL,
          is_uploaded INTEGER NOT NULL,
          content BLOB NOT NULL
        ) STRICT;

        CREATE INDEX journal_by_subject ON journal (kind, subject, time, id);

        CREATE INDEX journal_corrections ON journal (related) WHERE related IS NOT NULL;

        CREATE INDEX journal_not_uploaded ON journal (number) WHERE is_uploaded = 0;

        CREATE INDEX journal_not_applied ON journal (number) WHERE is_applied = 0;

        CREATE TABLE journal_server (value BLOB NOT NULL) STRICT;
        """, isOptional: true),
      Migration(
        "provenance of workouts",
        """
        ALTER TABLE workouts ADD COLUMN provenance INTEGER NOT NULL DEFAULT 0;

        ALTER TABLE unfinished ADD COLUMN provenance INTEGER NOT NULL DEFAULT 0;
        """
      ) { connection in
        try WorkoutStore(connection).deriveProvenance()
      },
      Migration("provenance in the journal", isOptional: true) { connection in
        try JournalStore(connection).applyProvenance()
      },
      // In `bests`, the weeks of leaderboards of live workouts are negative: -1 for all time.
      Migration(
        "pauses, figures, and leaderboards of live workouts",
        """
        ALTER TABLE workouts ADD COLUMN pause_log BLOB;

        ALTER TABLE workouts ADD COLUMN figures TEXT;

        ALTER TABLE unfinished ADD COLUMN pause_log BLOB;

        CREATE INDEX workouts_with_figures ON workouts (person, started_at, id)
          WHERE figures IS NOT NULL AND deleted_at IS NULL;

        CREATE INDEX bests_of_live_weeks ON bests (person, challenge, rank_key, achieved_at, week)
          WHERE week < -1;
        """
      ) { connection in
        try AggregateStore(connection).recompute {
          try ChallengeStore(connection).scoring(of: $0, in: .standard)
        }
      },
      Migration("pauses and figures in the journal", isOptional: true) { connection in
        try JournalStore(connection).applyPausesAndFigures()
      },
      // A set belongs to a workout by its ID, whether that is finished or not.
      Migration(
        "sets with weights",
        """
        CREATE TABLE strength_sets (
          workout BLOB NOT NULL,
          number INTEGER NOT NULL,
          person INTEGER NOT NULL REFERENCES people (id),
          exercise TEXT NOT NULL,
          done_at INTEGER NOT NULL,
          entry TEXT NOT NULL,
          PRIMARY KEY (workout, number)
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX strength_sets_of_exercise
          ON strength_sets (person, exercise COLLATE NOCASE, done_at);

        CREATE TRIGGER workouts_go_with_sets AFTER DELETE ON workouts BEGIN
          DELETE FROM strength_sets WHERE workout = OLD.id;
        END;

        CREATE TRIGGER unfinished_go_with_sets AFTER DELETE ON unfinished
          WHEN NOT EXISTS (SELECT 1 FROM workouts WHERE id = OLD.id) BEGIN
          DELETE FROM strength_sets WHERE workout = OLD.id;
        END;
        """),
      Migration("sets with weights in the journal", isOptional: true) { connection in
        try JournalStore(connection).applySets()
      },
      Migration(
        "settings of exercises",
        """
        CREATE TABLE exercise_settings (
          person INTEGER NOT NULL REFERENCES people (id),
          exercise TEXT NOT NULL COLLATE NOCASE,
          rule TEXT,
          note TEXT,
          PRIMARY KEY (person, exercise)
        ) STRICT, WITHOUT ROWID;
        """),
    ],
    unreleasedTable: "migrations", optionalTable: "publications")
}
