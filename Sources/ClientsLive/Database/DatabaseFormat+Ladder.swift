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
      // Weekly bests are stored by local days, for each possible first day of the week. The last migration computes them.
      Migration("weeks of leaderboards by local days"),
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
        """),
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
      // `counts` is 0 for a workout without a score, which is in no total. Only Swift can compute it, and scores.
      Migration(
        "places of workouts, and workouts that don't count",
        """
        ALTER TABLE workouts ADD COLUMN utc_offset INTEGER NOT NULL DEFAULT 0;

        ALTER TABLE workouts ADD COLUMN counts INTEGER NOT NULL DEFAULT 1;

        ALTER TABLE unfinished ADD COLUMN utc_offset INTEGER NOT NULL DEFAULT 0;

        DROP INDEX runs_by_length;

        DROP TRIGGER workouts_come;

        DROP TRIGGER workouts_go;

        DROP TRIGGER workouts_change_from;

        DROP TRIGGER workouts_change_to;

        CREATE TRIGGER workouts_come AFTER INSERT ON workouts
          WHEN NEW.deleted_at IS NULL AND NEW.counts BEGIN
          INSERT INTO periods (person, calendar, number, workouts, reps, duration_ms)
          SELECT NEW.person, column1, column2, +1, +NEW.reps,
            +NEW.duration_ms
          FROM (VALUES (0, 0), (1, (NEW.day + 1400003) / 7),
            (6, (NEW.day + 1399998) / 7),
            (7, (NEW.day + 1399997) / 7), (8, NEW.day)) WHERE true
          ON CONFLICT DO UPDATE SET workouts = workouts + excluded.workouts,
            reps = reps + excluded.reps, duration_ms = duration_ms + excluded.duration_ms;
        END;

        CREATE TRIGGER workouts_go AFTER DELETE ON workouts
          WHEN OLD.deleted_at IS NULL AND OLD.counts BEGIN
          INSERT INTO periods (person, calendar, number, workouts, reps, duration_ms)
          SELECT OLD.person, column1, column2, -1, -OLD.reps,
            -OLD.duration_ms
          FROM (VALUES (0, 0), (1, (OLD.day + 1400003) / 7),
            (6, (OLD.day + 1399998) / 7),
            (7, (OLD.day + 1399997) / 7), (8, OLD.day)) WHERE true
          ON CONFLICT DO UPDATE SET workouts = workouts + excluded.workouts,
            reps = reps + excluded.reps, duration_ms = duration_ms + excluded.duration_ms;
        END;

        CREATE TRIGGER workouts_change_from
          AFTER UPDATE OF person, day, reps, duration_ms, deleted_at, counts ON workouts
          WHEN OLD.deleted_at IS NULL AND OLD.counts BEGIN
          INSERT INTO periods (person, calendar, number, workouts, reps, duration_ms)
          SELECT OLD.person, column1, column2, -1, -OLD.reps,
            -OLD.duration_ms
          FROM (VALUES (0, 0), (1, (OLD.day + 1400003) / 7),
            (6, (OLD.day + 1399998) / 7),
            (7, (OLD.day + 1399997) / 7), (8, OLD.day)) WHERE true
          ON CONFLICT DO UPDATE SET workouts = workouts + excluded.workouts,
            reps = reps + excluded.reps, duration_ms = duration_ms + excluded.duration_ms;
        END;

        CREATE TRIGGER workouts_change_to
          AFTER UPDATE OF person, day, reps, duration_ms, deleted_at, counts ON workouts
          WHEN NEW.deleted_at IS NULL AND NEW.counts BEGIN
          INSERT INTO periods (person, calendar, number, workouts, reps, duration_ms)
          SELECT NEW.person, column1, column2, +1, +NEW.reps,
            +NEW.duration_ms
          FROM (VALUES (0, 0), (1, (NEW.day + 1400003) / 7),
            (6, (NEW.day + 1399998) / 7),
            (7, (NEW.day + 1399997) / 7), (8, NEW.day)) WHERE true
          ON CONFLICT DO UPDATE SET workouts = workouts + excluded.workouts,
            reps = reps + excluded.reps, duration_ms = duration_ms + excluded.duration_ms;
        END;
        """
      ) { connection in
        try WorkoutStore(connection).deriveUTCOffsets()
        try UnfinishedStore(connection).deriveUTCOffsets()
        try AggregateStore(connection).recompute()
      },
      // A key is equal for all spellings of a name (`nameKey`). Only Swift can compute it.
      Migration(
        "keys and units of exercises",
        """
        ALTER TABLE strength_sets ADD COLUMN key TEXT NOT NULL DEFAULT '';

        DROP INDEX strength_sets_of_exercise;

        CREATE INDEX strength_sets_of_exercise ON strength_sets (person, key, done_at);

        -- For the first of equal sets.
        CREATE INDEX strength_sets_of_entry ON strength_sets (person, key, entry, done_at);

        CREATE TABLE new_exercise_settings (
          person INTEGER NOT NULL REFERENCES people (id),
          key TEXT NOT NULL,
          exercise TEXT NOT NULL,
          rule TEXT,
          note TEXT,
          new_name TEXT,
          unit TEXT,
          PRIMARY KEY (person, key)
        ) STRICT, WITHOUT ROWID;

        INSERT INTO new_exercise_settings (person, key, exercise, rule, note)
          SELECT person, exercise, exercise, rule, note FROM exercise_settings;

        DROP TABLE exercise_settings;

        ALTER TABLE new_exercise_settings RENAME TO exercise_settings;
        """
      ) { connection in
        try StrengthStore(connection).computeKeys()
      },
    ],
    unreleasedTable: "migrations", optionalTable: "publications")
}
