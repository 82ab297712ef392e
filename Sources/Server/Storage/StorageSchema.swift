import PostgreSQL
import SQLite

/// The differences between SQLite and PostgreSQL in the schema of a server's database. Statements are the same.
struct SQLDialect: Sendable {
  /// The type of a primary key that the database assigns. A number is never reused for a new row.
  var number: String
  /// The types of other columns.
  var integer, boolean, text, bytes, uuid: String
  /// The options of a table, and of a table that is stored by its primary key.
  var table, keyedTable: String
  /// The statements that record changes of `bests` in `score_changes`, and those that set options of columns.
  var extras: [String]
}

/// The tables of a server's database.
///
/// Columns whose names end in `_at` are milliseconds since 1970 in UTC. `week` counts from 1970-01-01; week 0
/// means all time. A rank key is a score as a number; smaller is better. A row with `removed_at` can still be restored.
///
/// Rows that many transactions use at once, such as groups and leaderboards, are not the target of foreign keys in
/// frequently changed tables: with PostgreSQL, each insertion would lock the same row.
enum StorageSchema {
  /// Returns the migrations, oldest first. A released migration never changes.
  static func migrations(
    in dialect: SQLDialect
  ) -> [(name: String, statements: [String])] {
    [("first", first(dialect))]
  }

  private static func first(_ sql: SQLDialect) -> [String] {
    [
      """
      CREATE TABLE settings (
        name \(sql.text) PRIMARY KEY,
        value \(sql.text) NOT NULL
      )\(sql.keyedTable)
      """,
      """
      CREATE TABLE groups (
        number \(sql.number),
        id \(sql.text) NOT NULL UNIQUE,
        name \(sql.text) NOT NULL,
        time_zone \(sql.text) NOT NULL,
        week_start \(sql.text) NOT NULL,
        counting \(sql.text) NOT NULL,
        wall_secret \(sql.bytes) UNIQUE
      )\(sql.table)
      """,
      """
      CREATE TABLE members (
        number \(sql.number),
        in_group \(sql.integer) NOT NULL REFERENCES groups (number),
        name \(sql.text) NOT NULL,
        name_key \(sql.text) NOT NULL,
        is_owner \(sql.boolean) NOT NULL,
        workouts_size \(sql.integer) NOT NULL DEFAULT 0,
        removed_at \(sql.integer)
      )\(sql.table)
      """,
      "CREATE UNIQUE INDEX members_by_name ON members (in_group, name_key) WHERE removed_at IS NULL",
      "CREATE INDEX removed_members ON members (removed_at) WHERE removed_at IS NOT NULL",
      """
      CREATE TABLE devices (
        number \(sql.number),
        member \(sql.integer) NOT NULL REFERENCES members (number) ON DELETE CASCADE,
        name \(sql.text) NOT NULL,
        token \(sql.bytes) NOT NULL UNIQUE
      )\(sql.table)
      """,
      "CREATE INDEX devices_of_member ON devices (member)",
      """
      CREATE TABLE invitations (
        number \(sql.number),
        secret \(sql.bytes) NOT NULL UNIQUE,
        in_group \(sql.integer) NOT NULL REFERENCES groups (number),
        member \(sql.integer) REFERENCES members (number) ON DELETE CASCADE,
        name \(sql.text) NOT NULL,
        name_key \(sql.text) NOT NULL,
        is_owner \(sql.boolean) NOT NULL,
        made_by \(sql.integer),
        expires_at \(sql.integer) NOT NULL,
        used_at \(sql.integer)
      )\(sql.table)
      """,
      "CREATE INDEX invitations_of_group ON invitations (in_group, expires_at)",
      "CREATE INDEX invitations_of_member ON invitations (member)",
      """
      CREATE TABLE workouts (
        number \(sql.number),
        id \(sql.uuid) NOT NULL,
        in_group \(sql.integer) NOT NULL,
        member \(sql.integer) NOT NULL REFERENCES members (number) ON DELETE CASCADE,
        challenge \(sql.text) NOT NULL,
        started_at \(sql.integer) NOT NULL,
        provenance \(sql.text) NOT NULL,
        log \(sql.bytes) NOT NULL,
        fingerprint \(sql.bytes) NOT NULL,
        week \(sql.integer) NOT NULL,
        rank_key \(sql.integer) NOT NULL,
        achieved_at \(sql.integer) NOT NULL,
        reps \(sql.integer) NOT NULL,
        score_ms \(sql.integer) NOT NULL,
        removed_at \(sql.integer)
      )\(sql.table)
      """,
      "CREATE INDEX removed_workouts ON workouts (removed_at) WHERE removed_at IS NOT NULL",
      "CREATE UNIQUE INDEX workouts_by_id ON workouts (in_group, id)",
      "CREATE UNIQUE INDEX workouts_by_fingerprint ON workouts (in_group, fingerprint)",
      "CREATE INDEX workouts_of_member ON workouts (member, challenge, rank_key, achieved_at)",
      """
      CREATE TABLE boards (
        number \(sql.number),
        in_group \(sql.integer) NOT NULL,
        challenge \(sql.text) NOT NULL,
        week \(sql.integer) NOT NULL,
        version \(sql.integer) NOT NULL DEFAULT 0,
        UNIQUE (in_group, challenge, week)
      )\(sql.table)
      """,
      """
      CREATE TABLE bests (
        board \(sql.integer) NOT NULL,
        member \(sql.integer) NOT NULL REFERENCES members (number) ON DELETE CASCADE,
        rank_key \(sql.integer) NOT NULL,
        achieved_at \(sql.integer) NOT NULL,
        workout \(sql.integer) NOT NULL REFERENCES workouts (number) ON DELETE CASCADE,
        PRIMARY KEY (board, member)
      )\(sql.keyedTable)
      """,
      "CREATE INDEX bests_in_order ON bests (board, rank_key, achieved_at, member)",
      "CREATE INDEX bests_of_member ON bests (member)",
      "CREATE INDEX bests_of_workout ON bests (workout)",
      // The number of people in each bucket of scores, on five levels. Each level multiplies the bucket size by 256.
      """
      CREATE TABLE score_counts (
        board \(sql.integer) NOT NULL,
        shift int NOT NULL,
        bucket \(sql.integer) NOT NULL,
        people \(sql.integer) NOT NULL,
        PRIMARY KEY (board, shift, bucket)
      )\(sql.keyedTable)
      """,
      "CREATE INDEX score_counts_empty ON score_counts (board) WHERE people = 0",
      // The changes that are not in `score_counts` yet. Queries return the sum of counts and changes.
      """
      CREATE TABLE score_changes (
        board \(sql.integer) NOT NULL,
        rank_key \(sql.integer) NOT NULL,
        people \(sql.integer) NOT NULL
      )\(sql.table)
      """,
      "CREATE INDEX score_changes_in_order ON score_changes (board, rank_key, people)",
      """
      CREATE TABLE journals (
        member \(sql.integer) PRIMARY KEY REFERENCES members (number) ON DELETE CASCADE,
        key \(sql.uuid) NOT NULL,
        entries \(sql.integer) NOT NULL,
        digest \(sql.bytes) NOT NULL,
        size \(sql.integer) NOT NULL
      )\(sql.table)
      """,
      """
      CREATE TABLE journal_entries (
        member \(sql.integer) NOT NULL REFERENCES members (number) ON DELETE CASCADE,
        position \(sql.integer) NOT NULL,
        id \(sql.uuid) NOT NULL,
        digest \(sql.bytes) NOT NULL,
        data \(sql.bytes) NOT NULL,
        PRIMARY KEY (member, position),
        UNIQUE (member, id)
      )\(sql.table)
      """,
      // Instants are milliseconds on the clock that all servers share. 0 means none.
      """
      CREATE TABLE races (
        id \(sql.uuid) NOT NULL PRIMARY KEY,
        in_group \(sql.integer) NOT NULL REFERENCES groups (number) ON DELETE CASCADE,
        challenge \(sql.text) NOT NULL,
        opener \(sql.integer) NOT NULL,
        opened_at \(sql.integer) NOT NULL,
        scheduled_at \(sql.integer) NOT NULL DEFAULT 0,
        starts_at \(sql.integer) NOT NULL DEFAULT 0,
        ends_at \(sql.integer) NOT NULL,
        max_length \(sql.integer) NOT NULL
      )\(sql.table)
      """,
      "CREATE INDEX races_of_group ON races (in_group, ends_at)",
      // `instants` has eight hexadecimal digits for each rep, so that both databases can truncate, append and compare.
      """
      CREATE TABLE racers (
        number \(sql.number),
        race \(sql.uuid) NOT NULL REFERENCES races (id) ON DELETE CASCADE,
        member \(sql.integer) NOT NULL REFERENCES members (number) ON DELETE CASCADE,
        is_ready \(sql.boolean) NOT NULL,
        state \(sql.text) NOT NULL DEFAULT 'waiting',
        instants \(sql.text) NOT NULL DEFAULT '',
        elapsed \(sql.integer) NOT NULL DEFAULT 0,
        workout \(sql.uuid),
        is_different \(sql.boolean) NOT NULL,
        refusal \(sql.text) NOT NULL DEFAULT '',
        UNIQUE (race, member)
      )\(sql.table)
      """,
      "CREATE INDEX racers_of_member ON racers (member)",
      """
      CREATE VIEW accounts AS
      SELECT d.number AS device, d.token, m.number AS member, m.name AS member_name, m.is_owner,
        g.id, g.name, g.time_zone, g.week_start, g.counting
      FROM devices d JOIN members m ON m.number = d.member JOIN groups g ON g.number = m.in_group
      WHERE m.removed_at IS NULL
      """,
      """
      CREATE VIEW present_workouts AS
      SELECT w.* FROM workouts w JOIN members m ON m.number = w.member
      WHERE w.removed_at IS NULL AND m.removed_at IS NULL
      """,
      """
      CREATE VIEW board_lines AS
      SELECT b.board, b.member, m.name, w.reps, w.score_ms, b.rank_key, b.achieved_at,
        w.id AS workout, w.provenance
      FROM bests b JOIN members m ON m.number = b.member JOIN workouts w ON w.number = b.workout
      """,
      """
      CREATE VIEW race_lines AS
      SELECT r.*, g.id AS group_id FROM races r JOIN groups g ON g.number = r.in_group
      """,
      // A result that was withdrawn or removed disappears from the race, too.
      """
      CREATE VIEW racer_lines AS
      SELECT l.group_id, l.ends_at, r.number, r.race, r.member, m.name, r.is_ready, r.state, r.elapsed,
        r.workout, r.is_different, r.refusal, w.number IS NOT NULL AS has_result, w.reps, w.score_ms,
        w.rank_key
      FROM racers r JOIN race_lines l ON l.id = r.race JOIN members m ON m.number = r.member
        LEFT JOIN workouts w ON w.in_group = l.in_group AND w.id = r.workout
          AND w.member = r.member AND w.removed_at IS NULL
      WHERE m.removed_at IS NULL
      """,
    ] + sql.extras
  }
}

// MARK: - SQLite

extension DatabaseFormat {
  /// The format of a server's database. The application ID is "LADS".
  static let server = DatabaseFormat(
    applicationID: 0x4C41_4453,
    migrations: StorageSchema.migrations(in: .sqlite).map { name, statements in
      Migration(name, embedded: statements.joined(separator: ";\n\n") + ";")
    })
}

extension SQLDialect {
  /// There is one writer at a time, so triggers merge each change of a score immediately.
  static let sqlite = SQLDialect(
    number: "INTEGER PRIMARY KEY AUTOINCREMENT", integer: "INTEGER", boolean: "INTEGER",
    text: "TEXT",
    bytes: "BLOB", uuid: "BLOB", table: " STRICT", keyedTable: " STRICT, WITHOUT ROWID",
    extras: [
      """
      CREATE TRIGGER best_inserted AFTER INSERT ON bests BEGIN
        INSERT INTO score_changes VALUES (NEW.board, NEW.rank_key, 1);
      END
      """,
      """
      CREATE TRIGGER best_updated AFTER UPDATE ON bests BEGIN
        INSERT INTO score_changes
        VALUES (OLD.board, OLD.rank_key, -1), (NEW.board, NEW.rank_key, 1);
      END
      """,
      """
      CREATE TRIGGER best_deleted AFTER DELETE ON bests BEGIN
        INSERT INTO score_changes VALUES (OLD.board, OLD.rank_key, -1);
      END
      """,
      """
      CREATE TRIGGER score_changed AFTER INSERT ON score_changes BEGIN
        UPDATE boards SET version = version + 1 WHERE number = NEW.board;
        INSERT INTO score_counts
        SELECT NEW.board, column1, NEW.rank_key >> column1, NEW.people
        FROM (VALUES (0), (8), (16), (24), (32)) WHERE true
        ON CONFLICT DO UPDATE SET people = people + excluded.people;
        DELETE FROM score_counts WHERE board = NEW.board AND people = 0;
        DELETE FROM score_changes WHERE rowid = NEW.rowid;
      END
      """,
    ])
}

// MARK: - PostgreSQL

extension PostgreSQLMigration {
  /// The migrations of a server's database.
  static let server = StorageSchema.migrations(in: .postgreSQL).map {
    PostgreSQLMigration($0.name, $0.statements)
  }
}

extension SQLDialect {
  /// Triggers only insert rows into `score_changes`, so concurrent submissions to a leaderboard do not wait for each
  /// other's commits.
  ///
  /// The collation "C" sorts like SQLite and ignores case for ASCII letters only, regardless of the database's locale.
  static let postgreSQL = SQLDialect(
    number: "bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY", integer: "bigint",
    boolean: "boolean", text: #"text COLLATE "C""#, bytes: "bytea", uuid: "uuid", table: "",
    keyedTable: "",
    extras: [
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
      // Encrypted data cannot be compressed.
      "ALTER TABLE journal_entries ALTER COLUMN data SET STORAGE EXTERNAL",
    ])
}
