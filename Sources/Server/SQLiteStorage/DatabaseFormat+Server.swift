import SQLite

extension DatabaseFormat {
  /// The format of a server's database. The application ID is "LADS".
  ///
  /// Columns that end in `_at` are milliseconds since 1970 in UTC, `day` and `week` count from 1970-01-01, and week 0
  /// means all time. A rank key is a score as a number: the smaller, the better.
  static let server = DatabaseFormat(
    applicationID: 0x4C41_4453,
    migrations: [
      Migration(
        "first",
        """
        CREATE TABLE settings (
          name TEXT PRIMARY KEY,
          value TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE groups (
          number INTEGER PRIMARY KEY,
          id TEXT NOT NULL UNIQUE,
          name TEXT NOT NULL,
          time_zone TEXT NOT NULL,
          week_start TEXT NOT NULL,
          counting TEXT NOT NULL,
          wall_secret BLOB UNIQUE
        ) STRICT;

        CREATE TABLE members (
          number INTEGER PRIMARY KEY,
          in_group INTEGER NOT NULL REFERENCES groups (number),
          name TEXT NOT NULL,
          is_owner INTEGER NOT NULL
        ) STRICT;

        CREATE UNIQUE INDEX members_by_name ON members (in_group, name COLLATE NOCASE);

        CREATE TABLE devices (
          number INTEGER PRIMARY KEY,
          member INTEGER NOT NULL REFERENCES members (number) ON DELETE CASCADE,
          name TEXT NOT NULL,
          token BLOB NOT NULL UNIQUE
        ) STRICT;

        CREATE INDEX devices_of_member ON devices (member);

        CREATE TABLE invitations (
          secret BLOB PRIMARY KEY,
          in_group INTEGER NOT NULL REFERENCES groups (number),
          member_name TEXT NOT NULL,
          is_owner INTEGER NOT NULL,
          expires_at INTEGER NOT NULL,
          used_at INTEGER
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX invitations_by_name ON invitations (in_group, member_name COLLATE NOCASE);

        CREATE TABLE workouts (
          number INTEGER PRIMARY KEY,
          id BLOB NOT NULL,
          in_group INTEGER NOT NULL REFERENCES groups (number),
          member INTEGER NOT NULL REFERENCES members (number) ON DELETE CASCADE,
          challenge TEXT NOT NULL,
          started_at INTEGER NOT NULL,
          duration_ms INTEGER NOT NULL,
          provenance TEXT NOT NULL,
          rep_log BLOB NOT NULL,
          skip_log BLOB NOT NULL,
          week INTEGER NOT NULL,
          rank_key INTEGER NOT NULL,
          achieved_at INTEGER NOT NULL,
          reps INTEGER NOT NULL,
          score_ms INTEGER NOT NULL
        ) STRICT;

        CREATE UNIQUE INDEX workouts_by_id ON workouts (in_group, id);

        CREATE INDEX workouts_of_member ON workouts (member, challenge, rank_key, achieved_at);

        CREATE TABLE boards (
          number INTEGER PRIMARY KEY,
          in_group INTEGER NOT NULL REFERENCES groups (number),
          challenge TEXT NOT NULL,
          week INTEGER NOT NULL,
          version INTEGER NOT NULL
        ) STRICT;

        CREATE UNIQUE INDEX boards_by_key ON boards (in_group, challenge, week);

        CREATE TABLE bests (
          board INTEGER NOT NULL REFERENCES boards (number),
          member INTEGER NOT NULL REFERENCES members (number) ON DELETE CASCADE,
          rank_key INTEGER NOT NULL,
          achieved_at INTEGER NOT NULL,
          workout INTEGER NOT NULL REFERENCES workouts (number) ON DELETE CASCADE,
          PRIMARY KEY (board, member)
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX bests_in_order ON bests (board, rank_key, achieved_at, member);

        CREATE INDEX bests_of_member ON bests (member);

        CREATE INDEX bests_of_workout ON bests (workout);

        CREATE TABLE score_counts (
          board INTEGER NOT NULL,
          shift INTEGER NOT NULL,
          bucket INTEGER NOT NULL,
          people INTEGER NOT NULL,
          PRIMARY KEY (board, shift, bucket)
        ) STRICT, WITHOUT ROWID;

        CREATE TRIGGER best_inserted AFTER INSERT ON bests BEGIN
          UPDATE boards SET version = version + 1 WHERE number = NEW.board;
          INSERT INTO score_counts
          SELECT NEW.board, column1, NEW.rank_key >> column1, 1
          FROM (VALUES (0), (8), (16), (24), (32)) WHERE true
          ON CONFLICT DO UPDATE SET people = people + excluded.people;
        END;

        CREATE TRIGGER best_deleted AFTER DELETE ON bests BEGIN
          UPDATE boards SET version = version + 1 WHERE number = OLD.board;
          INSERT INTO score_counts
          SELECT OLD.board, column1, OLD.rank_key >> column1, -1
          FROM (VALUES (0), (8), (16), (24), (32)) WHERE true
          ON CONFLICT DO UPDATE SET people = people + excluded.people;
        END;

        CREATE TRIGGER score_count_emptied AFTER UPDATE ON score_counts WHEN NEW.people = 0 BEGIN
          DELETE FROM score_counts
          WHERE board = NEW.board AND shift = NEW.shift AND bucket = NEW.bucket;
        END;

        CREATE TABLE journals (
          member INTEGER PRIMARY KEY REFERENCES members (number) ON DELETE CASCADE,
          key BLOB NOT NULL,
          entries INTEGER NOT NULL,
          digest BLOB NOT NULL,
          size INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE journal_entries (
          number INTEGER PRIMARY KEY,
          member INTEGER NOT NULL REFERENCES members (number) ON DELETE CASCADE,
          position INTEGER NOT NULL,
          id BLOB NOT NULL,
          digest BLOB NOT NULL,
          data BLOB NOT NULL
        ) STRICT;

        CREATE UNIQUE INDEX journal_entries_in_order ON journal_entries (member, position);

        CREATE UNIQUE INDEX journal_entries_by_id ON journal_entries (member, id);
        """)
    ])
}
