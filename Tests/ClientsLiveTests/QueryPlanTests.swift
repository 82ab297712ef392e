import CSQLite
import Clients
import FoundationEssentials
import Models
import SystemTestSupport
import Testing

@testable import ClientsLive

/// What the statements cost must not grow with what is kept.
struct QueryPlanTests {
  private let folder = TestFolder()

  /// Steps that read from end to end, or sort, in the statements that begin so; and why that does no harm.
  private static let exceptions: [(statement: String, step: String, reason: String)] = [
    ("WITH levels", "SCAN levels", "five rows, which stand in the statement"),
    ("WITH RECURSIVE done", "SCAN done", "a row for each challenge that a person has done"),
    (
      "SELECT sql FROM sqlite_schema", "SCAN sqlite_schema",
      "as many rows as there are tables, indexes and triggers"
    ),
    (
      "SELECT (SELECT count(*) FROM workouts", "SCAN",
      "a backup and a look at everything say what is there"
    ),
    ("SELECT NOT EXISTS", "SCAN", "the first rows of two tables"),
    ("SELECT id FROM people", "SCAN", copying),
    ("SELECT name, id FROM people", "SCAN", copying),
    ("SELECT DISTINCT id FROM own_challenges", "SCAN", copying),
    ("SELECT challenge FROM workouts UNION", "SCAN", copying),
    ("SELECT challenge FROM workouts UNION", "USE TEMP B-TREE", copying),
    ("SELECT number, id, kind, scored_by", "SCAN", copying),
    ("SELECT number, id, person, challenge, started_at", "SCAN", copying),
    ("SELECT id, person, challenge, started_at, elapsed_ms", "SCAN", copying),
    ("SELECT challenge, week, person, rank_key, achieved_at", "SCAN", copying),
    ("SELECT number, id, person, challenge, measure", "SCAN", copying),
    ("SELECT plan, session, sets, day", "SCAN", copying),
  ]

  private static let copying = "a redacted copy is made of everything"

  @Test func `no statement of the program reads a whole table or sorts`() throws {
    let statements = SourceStatements.all()
    #expect(statements.count >= 60)
    let planner = try Planner(folder.data)
    var used: Set<String> = []
    for text in statements where !Self.hasNoPlan(text) {
      for step in planner.steps(of: text) where Self.isCostly(step) {
        let exception = Self.exceptions.first {
          text.hasPrefix($0.statement) && step.hasPrefix($0.step)
        }
        #expect(exception != nil, "\(text): \(step)")
        if let exception { used.insert(exception.statement) }
      }
    }
    #expect(used == Set(Self.exceptions.map(\.statement)), "an exception that nobody needs")
  }

  @Test func `what the program prepares is what is read off its source`() throws {
    let known = Set(SourceStatements.all())
    let connection = try Connection.open(in: folder.data)
    _ = try connection.finish(
      .sample(), by: .sample("Ann"), scoring: .reps(within: .seconds(120)))
    _ = try connection.leaderboard(
      "pushups-2min", filter: .allTime, .after(nil), you: .sample("Ann"), now: .sunday)
    _ = try connection.summary(of: .sample("Ann"), at: .sunday, weekStart: .monday)
    let prepared = connection.preparedTexts.map(SourceStatements.onOneLine)
      .filter { !Self.hasNoPlan($0) }
    #expect(prepared.count >= 15)
    #expect(known.isSuperset(of: prepared))
  }

  private static func hasNoPlan(_ text: String) -> Bool {
    ["PRAGMA", "BEGIN", "COMMIT", "ROLLBACK", "VACUUM"].contains { text.hasPrefix($0) }
  }

  /// Rows that stand in the statement itself cost nothing, and what is in a subquery has steps of its own.
  private static func isCostly(_ step: String) -> Bool {
    step.contains("TEMP B-TREE")
      || step.contains("SCAN") && !step.contains("CONSTANT ROW") && !step.contains("(subquery-")
  }
}

/// Asks SQLite how it would carry statements out.
private final class Planner {
  private var handle: OpaquePointer?

  init(_ folder: DataFolder) throws {
    try Connection.open(in: folder).close()
    sqlite3_open(folder.databasePath, &handle)
    if let handle { _ = ladder_sqlite_configure(handle, SQLITE_DBCONFIG_TRIGGER_EQP, 1) }
  }

  deinit { sqlite3_close_v2(handle) }

  /// The steps of a statement and of the triggers that it sets off.
  func steps(of text: String) -> [String] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, "EXPLAIN QUERY PLAN " + text, -1, &statement, nil) == SQLITE_OK
    else {
      Issue.record("\(text): \(String(cString: sqlite3_errmsg(handle)))")
      return []
    }
    defer { sqlite3_finalize(statement) }
    var steps: [String] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      steps.append(String(cString: sqlite3_column_text(statement, 3)))
    }
    return steps
  }
}
