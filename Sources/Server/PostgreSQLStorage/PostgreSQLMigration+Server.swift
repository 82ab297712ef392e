import PostgreSQL

extension PostgreSQLMigration {
  /// The migrations of a server's database.
  ///
  /// Columns have the same meaning as in the SQLite database. Beside them:
  ///
  /// - `score_changes` has what is not in the tree `score_counts` yet: rows are only inserted, so that submissions to the
  ///   same leaderboard do not wait for each other's commit. Reading adds both.
  /// - Rows that many transactions use at once, such as groups and leaderboards, have no foreign keys from hot tables:
  ///   each insertion would lock the same row.
  static let server: [PostgreSQLMigration] = [
    PostgreSQLMigration(
      "first",
      [
        """
        CREATE TABLE settings (
          name text PRIMARY KEY,
          value text NOT NULL
        )
        """,
        "INSERT INTO settings (name, value) VALUES ('installation', gen_random_uuid()::text)",
        """
        CREATE TABLE groups (
          number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          id text NOT NULL UNIQUE,
          name text NOT NULL,
          time_zone text NOT NULL,
          week_start text NOT NULL,
          counting text NOT NULL,
          wall_secret bytea UNIQUE
        )
        """,
        """
        CREATE TABLE members (
          number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          in_group bigint NOT NULL REFERENCES groups (number),
          name text NOT NULL,
          is_owner boolean NOT NULL
        )
        """,
        // The collation "C" ignores the case of ASCII letters only, as SQLite does, whatever the database's locale is.
        """
        CREATE UNIQUE INDEX members_by_name ON members (in_group, lower(name COLLATE "C"))
        """,
        """
        CREATE TABLE devices (
          number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          member bigint NOT NULL REFERENCES members (number) ON DELETE CASCADE,
          name text NOT NULL,
          token bytea NOT NULL UNIQUE
        )
        """,
        "CREATE INDEX devices_of_member ON devices (member)",
        """
        CREATE TABLE invitations (
          secret bytea PRIMARY KEY,
          in_group bigint NOT NULL REFERENCES groups (number),
          member_name text NOT NULL,
          is_owner boolean NOT NULL,
          expires_at bigint NOT NULL,
          used_at bigint
        )
        """,
        """
        CREATE TABLE workouts (
          number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          id uuid NOT NULL,
          in_group bigint NOT NULL,
          member bigint NOT NULL REFERENCES members (number) ON DELETE CASCADE,
          challenge text NOT NULL,
          started_at bigint NOT NULL,
          duration_ms bigint NOT NULL,
          provenance text NOT NULL,
          rep_log bytea NOT NULL,
          skip_log bytea NOT NULL,
          week bigint NOT NULL,
          rank_key bigint NOT NULL,
          achieved_at bigint NOT NULL,
          reps bigint NOT NULL,
          score_ms bigint NOT NULL
        )
        """,
        "CREATE UNIQUE INDEX workouts_by_id ON workouts (in_group, id)",
        "CREATE INDEX workouts_of_member ON workouts (member, challenge, rank_key, achieved_at)",
        """
        CREATE TABLE boards (
          number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          in_group bigint NOT NULL,
          challenge text NOT NULL,
          week bigint NOT NULL,
          version bigint NOT NULL DEFAULT 0,
          UNIQUE (in_group, challenge, week)
        )
        """,
        """
        CREATE TABLE bests (
          board bigint NOT NULL,
          member bigint NOT NULL REFERENCES members (number) ON DELETE CASCADE,
          rank_key bigint NOT NULL,
          achieved_at bigint NOT NULL,
          workout bigint NOT NULL REFERENCES workouts (number) ON DELETE CASCADE,
          PRIMARY KEY (board, member)
        )
        """,
        "CREATE INDEX bests_in_order ON bests (board, rank_key, achieved_at, member)",
        "CREATE INDEX bests_of_member ON bests (member)",
        "CREATE INDEX bests_of_workout ON bests (workout)",
        """
        CREATE TABLE score_counts (
          board bigint NOT NULL,
          shift int NOT NULL,
          bucket bigint NOT NULL,
          people bigint NOT NULL,
          PRIMARY KEY (board, shift, bucket)
        )
        """,
        "CREATE INDEX score_counts_empty ON score_counts (board) WHERE people = 0",
        """
        CREATE TABLE score_changes (
          board bigint NOT NULL,
          rank_key bigint NOT NULL,
          people bigint NOT NULL
        )
        """,
        "CREATE INDEX score_changes_in_order ON score_changes (board, rank_key) INCLUDE (people)",
        """
        CREATE FUNCTION count_best() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF TG_OP <> 'INSERT' THEN
            INSERT INTO score_changes VALUES (OLD.board, OLD.rank_key, -1);
          END IF;
          IF TG_OP <> 'DELETE' THEN
            INSERT INTO score_changes VALUES (NEW.board, NEW.rank_key, 1);
          END IF;
          RETURN NULL;
        END
        $$
        """,
        """
        CREATE TRIGGER best_changed AFTER INSERT OR UPDATE OR DELETE ON bests
        FOR EACH ROW EXECUTE FUNCTION count_best()
        """,
        """
        CREATE TABLE journals (
          member bigint PRIMARY KEY REFERENCES members (number) ON DELETE CASCADE,
          key uuid NOT NULL,
          entries bigint NOT NULL,
          digest bytea NOT NULL,
          size bigint NOT NULL
        )
        """,
        """
        CREATE TABLE journal_entries (
          member bigint NOT NULL REFERENCES members (number) ON DELETE CASCADE,
          position bigint NOT NULL,
          id uuid NOT NULL,
          digest bytea NOT NULL,
          data bytea NOT NULL,
          PRIMARY KEY (member, position),
          UNIQUE (member, id)
        )
        """,
        // Encrypted data cannot be compressed.
        "ALTER TABLE journal_entries ALTER COLUMN data SET STORAGE EXTERNAL",
      ])
  ]
}
