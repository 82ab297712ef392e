import FoundationEssentials
import Models
import SystemTestSupport

@testable import ClientsLive

/// Databases of every version there has been, as texts of SQL that are kept beside these tests.
enum OldSchema {
  /// Where the text of a version is.
  static func path(_ version: Int) -> String {
    let file = #filePath
    let tests = file.prefix(upTo: file.range(of: "/Support/")?.lowerBound ?? file.endIndex)
    return "\(tests)/Fixtures/schema-\(version < 10 ? "0" : "")\(version).sql"
  }

  /// Makes a database of the text.
  static func make(of text: String, in folder: DataFolder) throws {
    try folder.create()
    let connection = try Connection(path: folder.databasePath)
    defer { connection.close() }
    try connection.execute(script: text)
  }

  /// A text of a database that was begun with the first version and has rows of each since then.
  ///
  /// For a version that has no text yet: what has one is never written again.
  static func text(_ version: Int) throws -> String {
    let connection = try Connection(path: ":memory:")
    for step in 1...version {
      try connection.migrate(to: Array(Migration.all.prefix(step)))
      try addRows(connection, step)
    }
    return try dump(connection, version)
  }

  /// A workout of each version: as it was saved by the program of that time, with the bests that it is.
  private static func addRows(_ connection: Connection, _ version: Int) throws {
    if version == 1 {
      try connection.execute(script: "INSERT INTO people VALUES (1, 'Ann'), (2, 'Bob')")
    }
    // A week each, so that each is the best of its week.
    let draft = WorkoutDraft.sample(
      version % 2 == 0 ? "burpees-100" : "pushups-2min", reps: 10 + version,
      at: .sunday.addingTimeInterval(Double(version) * 7 * 86_400), id: id(version))
    let workout = draft.workout(by: "Ann")
    let day = version >= 6 ? (", day", ", \(workout.localDay)") : ("", "")
    try connection.execute(
      script: """
        INSERT INTO workouts (id, person, challenge, started_at, duration_ms, reps, rep_log\(day.0))
        VALUES (\(quoted(workout.id)), \(version % 2 + 1), '\(workout.challenge.rawValue)',
          \(workout.startedAt.millisecondsSince1970), \(workout.duration.wholeMilliseconds),
          \(workout.reps), \(quoted(workout.log.bytes))\(day.1))
        """)
    let number = connection.lastInsertedRow
    if let scoring = Catalogue.standard[workout.challenge]?.scoring,
      let score = workout.score(by: scoring)
    {
      try connection.keepBests(
        score, of: workout, number: number, by: Int64(version % 2 + 1))
    }
    try connection.execute(script: newInVersion[version] ?? "")
  }

  /// What there is no room for before that version.
  private static let newInVersion = [
    1: """
    INSERT INTO unfinished (id, person, challenge, started_at, elapsed_ms, rep_log)
      VALUES (x'000102030405060708090A0B0C0D0E0F', 1, 'pushups-2min', 1772366400000, 5000,
        \(quoted(WorkoutDraft.sample().log.bytes)));
    """,
    2: "UPDATE unfinished SET owner = 'gone'",
    3: "UPDATE unfinished SET kept_at = 1772366405000",
    4: "UPDATE workouts SET deleted_at = 1772366400000 WHERE number = 1; "
      + "DELETE FROM bests WHERE workout = 1",
    5: """
    INSERT INTO own_challenges VALUES
      (1, 'own-hop', 'Hop', 'core', 'time', 5, 'Jump.', 1, NULL),
      (2, 'own-old', 'Old', 'legs', 'hold', 0, '', 0, 1772366400000);
    """,
    7: "INSERT INTO events VALUES (1, 'timer', 1772366400000)",
    8: "INSERT INTO former_names VALUES ('Anna', 1)",
    10: """
    INSERT INTO plans VALUES
      (1, x'0F0E0D0C0B0A09080706050403020100', 1, 'pushups-2min', 'reps', 20, 120000, 20513, NULL);
    INSERT INTO plan_sessions VALUES (1, 1, 5, 20514, 1), (1, 2, 3, 20516, 0);
    UPDATE unfinished SET purpose = 'test';
    """,
    11: "UPDATE own_challenges SET rounds = '3x60/30' WHERE number = 1",
    12: "UPDATE unfinished SET ghost = 'Bob', ghost_log = rep_log",
  ]

  private static func id(_ version: Int) -> UUID {
    UUID(uuid: (UInt8(version), 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
  }

  private static func quoted(_ id: UUID) -> String {
    quoted(withUnsafeBytes(of: id.uuid) { Array($0) })
  }

  private static func quoted(_ bytes: [UInt8]) -> String {
    "x'" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "'"
  }

  /// The database as statements that make it again, a row a line.
  private static func dump(_ connection: Connection, _ version: Int) throws -> String {
    var lines = [
      "PRAGMA application_id = \(Connection.applicationID);", "PRAGMA user_version = \(version);",
    ]
    let parts = try connection.all(
      "SELECT type, name, coalesce(sql, '') FROM sqlite_schema ORDER BY type <> 'table', rowid"
    ) { (type: $0.text(0), name: $0.text(1), sql: $0.text(2)) }
    for part in parts where !part.sql.isEmpty {
      lines.append(part.sql + ";")
      guard part.type == "table" else { continue }
      lines += try Rows.insertions(into: part.name, connection)
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// The rows of a database whose tables are not known beforehand.
enum Rows {
  /// All rows of the columns that are named, as texts of SQL, by table.
  static func all(
    _ connection: Connection, columns: [String: [String]]
  ) throws -> [String: [String]] {
    try columns.mapValues { _ in [] }.merging(
      columns.keys.map { table in
        (table, try rows(of: table, columns[table] ?? [], connection))
      }, uniquingKeysWith: { $1 })
  }

  /// The columns of each table but those that count the steps.
  static func columns(_ connection: Connection) throws -> [String: [String]] {
    let tables = try connection.all(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
    ) { $0.text(0) }
    var columns: [String: [String]] = [:]
    for table in tables where table != "migrations" {
      columns[table] = try connection.all("SELECT name FROM pragma_table_info(?)", .text(table)) {
        $0.text(0)
      }
    }
    return columns
  }

  static func insertions(into table: String, _ connection: Connection) throws -> [String] {
    let columns = try connection.all("SELECT name FROM pragma_table_info(?)", .text(table)) {
      $0.text(0)
    }
    return try rows(of: table, columns, connection).map {
      "INSERT INTO \(table) VALUES (\($0));"
    }
  }

  private static func rows(
    of table: String, _ columns: [String], _ connection: Connection
  ) throws -> [String] {
    // The connection takes constant statements only, so the rows go through a table that is always called the same.
    let quoted = columns.map { "quote(\($0))" }.joined(separator: " || ', ' || ")
    try connection.execute(
      script: """
        DROP TABLE IF EXISTS temp.rows_of_it;
        CREATE TEMP TABLE rows_of_it AS SELECT \(quoted) AS line FROM main.\(table)
        """)
    defer { try? connection.execute(script: "DROP TABLE temp.rows_of_it") }
    return try connection.all("SELECT line FROM temp.rows_of_it") { $0.text(0) }
  }
}
