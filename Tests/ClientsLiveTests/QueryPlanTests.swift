import CSQLite
import Clients
import FoundationEssentials
import Models
import SystemTestSupport
import Testing

@testable import ClientsLive
@testable import SQLite

/// Tests that the cost of the statements does not grow with the stored data.
struct QueryPlanTests {
  private let folder = TestFolder()

  /// Acceptable plan steps that scan or sort: the beginning of the statement, the step, and the reason.
  private static let exceptions: [(statement: String, step: String, reason: String)] = [
    ("WITH levels", "SCAN levels", "five rows inside the statement"),
    ("WITH RECURSIVE done", "SCAN done", "a row for each challenge that a person has done"),
    (
      "SELECT sql FROM sqlite_schema", "SCAN sqlite_schema",
      "as many rows as there are tables, indexes and triggers"
    ),
    (
      "SELECT (SELECT count(*) FROM workouts", "SCAN",
      "a summary of a backup counts all rows"
    ),
    ("SELECT number, day, started_at", "SCAN workouts", "a new beginning of days moves workouts"),
    ("SELECT * FROM plans WHERE person = ?", "SCAN plans", "a plan every four weeks"),
    ("WITH RECURSIVE versions", "SCAN", "a row for each correction of a workout"),
    ("SELECT q.workout, q.refusal FROM published", "USE TEMP B-TREE", "the few refused workouts"),
    (
      "SELECT w.*, r.race AS race FROM workouts", "USE TEMP B-TREE",
      "the few workouts that wait to be sent"
    ),
    (
      "DELETE FROM seen_pages WHERE (account, request) IN", "SCAN seen_pages",
      "at most a hundred and one pages"
    ),
    (
      "DELETE FROM seen_pages WHERE (account, request) IN", "USE TEMP B-TREE",
      "at most a hundred and one pages"
    ),
    ("SELECT NOT EXISTS", "SCAN", "the first rows of two tables"),
    ("SELECT id FROM people", "SCAN", copying),
    ("SELECT name, id FROM people", "SCAN", copying),
    ("SELECT DISTINCT id FROM own_challenges", "SCAN", copying),
    ("SELECT challenge FROM workouts UNION", "SCAN", copying),
    ("SELECT challenge FROM workouts UNION", "USE TEMP B-TREE", copying),
    ("SELECT * FROM own_challenges ORDER BY number", "SCAN", copying),
    ("SELECT * FROM workouts ORDER BY", "SCAN", copying),
    ("SELECT * FROM unfinished ORDER BY", "SCAN", copying),
    ("SELECT * FROM bests ORDER BY", "SCAN", copying),
    ("SELECT * FROM plans ORDER BY", "SCAN", copying),
    ("SELECT * FROM plan_sessions ORDER BY", "SCAN", copying),
    ("SELECT * FROM exercise_settings ORDER BY", "SCAN", copying),
    (
      "SELECT exercise, rule FROM exercise_settings WHERE rule IS NOT NULL",
      "SCAN exercise_settings",
      "a check reads everything"
    ),
    (
      "SELECT * FROM own_challenges WHERE id = ? ORDER BY", "USE TEMP B-TREE",
      "the versions of a challenge"
    ),
    ("SELECT name AS user", "SCAN", exporting),
    ("SELECT p.name AS user", "SCAN", exporting),
    ("SELECT r.id AS corrected", "SCAN", exporting),
    ("WITH RECURSIVE keys", "SCAN keys", "a row for each exercise"),
    ("SELECT *, (SELECT count(*) FROM workouts", "SCAN i", "the imported files"),
    ("DELETE FROM own_challenges WHERE import", "SCAN", undoing),
    ("DELETE FROM own_challenges WHERE import", "UNION USING TEMP", undoing),
    ("DELETE FROM people WHERE import", "SCAN", undoing),
    ("DELETE FROM people WHERE import", "UNION USING TEMP", undoing),
    ("WITH words", "SCAN", "the words of a query, and the exercises that each word names"),
    ("WITH RECURSIVE entries", "SCAN entries", "a row for each different set of an exercise"),
    ("SELECT w.day, s.* FROM", "USE TEMP B-TREE", "the sets of four days"),
  ]

  private static let undoing = "the undo of an import searches for references to its rows"
  private static let exporting = "an export reads everything"
  private static let copying = "a redacted copy reads everything"

  @Test func `no statement of the stores scans a table or sorts`() throws {
    let stores = try Connection.open(in: folder.data)
    try AllStoreCalls(stores).run()
    let texts = stores.preparedTexts.filter { !Self.hasNoPlan($0) }
    #expect(texts.count >= 60)
    var used: Set<String> = []
    for text in texts {
      for step in stores.plan(of: text) where Self.isCostly(step) {
        let exception = Self.exceptions.first {
          text.hasPrefix($0.statement) && step.hasPrefix($0.step)
        }
        #expect(exception != nil, "\(text): \(step)")
        if let exception { used.insert(exception.statement) }
      }
    }
    #expect(used == Set(Self.exceptions.map(\.statement)), "an unused exception")
  }

  @Test func `a statement that scans a table is detected`() throws {
    let stores = try Connection.inMemory()
    let steps = stores.plan(of: "SELECT id FROM workouts WHERE reps > 3")
    #expect(steps.contains(where: Self.isCostly))
    #expect(
      !stores.plan(of: "SELECT reps FROM workouts WHERE id = ?").contains(
        where: Self.isCostly))
  }

  private static func hasNoPlan(_ text: String) -> Bool {
    ["PRAGMA", "BEGIN", "COMMIT", "ROLLBACK", "VACUUM"].contains { text.hasPrefix($0) }
  }

  /// Returns whether a step is costly. Constant rows cost nothing, and the steps of a subquery are listed separately.
  private static func isCostly(_ step: String) -> Bool {
    step.contains("TEMP B-TREE")
      || step.contains("SCAN") && !step.contains("CONSTANT ROW") && !step.contains("(subquery-")
  }
}

extension Connection {
  /// The prepared statements, each on one line.
  fileprivate var preparedTexts: [String] {
    statements.values.compactMap { sqlite3_sql($0.handle) }.map {
      String(cString: $0).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
  }

  /// Returns the steps of the query plan of a statement and its triggers.
  fileprivate func plan(of text: String) -> [String] {
    configure(SQLITE_DBCONFIG_TRIGGER_EQP, true)
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, "EXPLAIN QUERY PLAN " + text, -1, &statement, nil) == SQLITE_OK
    else {
      Issue.record("\(text): \(String(cString: sqlite3_errmsg(handle)))")
      return []
    }
    defer { sqlite3_finalize(statement) }
    var steps: [String] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      // The heading of a foreign key action has no text.
      if let step = sqlite3_column_text(statement, 3) { steps.append(String(cString: step)) }
    }
    return steps
  }
}
