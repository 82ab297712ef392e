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

  @Test func noStatementReadsAWholeTableOrSorts() throws {
    let connection = try Connection.open(in: folder.data)
    try useEverything(connection)

    var handle: OpaquePointer?
    sqlite3_open(folder.data.databasePath, &handle)
    defer { sqlite3_close_v2(handle) }
    let statements = connection.preparedTexts.filter { text in
      // Those of opening, which touch no table that grows.
      !["PRAGMA", "BEGIN", "COMMIT", "SELECT 1 FROM sqlite_schema"].contains { text.hasPrefix($0) }
    }
    #expect(statements.count >= 15)
    for text in statements {
      let isOverDays = text.contains("island")
      for step in plan(of: text, handle) where !Self.harmless.contains(step) && !isOverDays {
        #expect(!step.contains("SCAN"), "\(text)")
        #expect(!step.contains("TEMP B-TREE"), "\(text)")
      }
      // Days of training are few, even in ten years, and may be sorted; the workouts must not be.
      if isOverDays {
        let ofWorkouts = plan(of: text, handle).filter { $0.contains("workouts") }
        #expect(ofWorkouts == [Self.daysAlone])
      }
    }
  }

  @Test func whatAddsDaysUpReadsNoLogs() throws {
    let connection = try Connection.open(in: folder.data)
    _ = try connection.summary(of: .sample("Ann"), at: .sunday, weekStart: .monday)
    var handle: OpaquePointer?
    sqlite3_open(folder.data.databasePath, &handle)
    defer { sqlite3_close_v2(handle) }
    let statements = connection.preparedTexts.filter { $0.contains("FROM workouts") }
    let steps = statements.map { plan(of: $0, handle) }.joined()
      .filter { $0.contains("workouts") }
    #expect(steps.count >= 5)
    #expect(steps.allSatisfy { $0.contains("COVERING INDEX workouts_by_day") })
  }

  private static let daysAlone = "SEARCH workouts USING COVERING INDEX workouts_by_day (person=?)"

  /// The row of a SELECT without a table, and those of a recursion: a few dozen challenges, a year of weeks.
  private static let harmless = ["SCAN CONSTANT ROW", "SCAN done", "SCAN weeks"]

  private func useEverything(_ connection: Connection) throws {
    let ann = PersonName.sample("Ann")
    let draft = WorkoutDraft.sample()
    try connection.checkpoint(draft, by: ann)
    try connection.discard(draft.id)
    _ = try connection.unfinished(of: ann)
    let saved = try connection.finish(draft, by: ann, scoring: .reps(within: .seconds(120)))
    let workout = saved.workout
    _ = try connection.history(of: ann, limit: 1)
    _ = try connection.history(
      of: ann, challenge: workout.challenge, after: workout.cursor, limit: 1)
    _ = try connection.results(of: ann)
    _ = try connection.summary(of: ann, at: .sunday, weekStart: .monday)
    _ = try connection.workout(workout.id)
    _ = try connection.best(of: ann, in: workout.challenge)
    _ = try connection.rename(ann, to: .sample("Bea"))
    var corrected = try connection.finish(.sample(), by: ann, scoring: .hold).workout
    let old = corrected.id
    corrected = corrected.copy()
    try connection.correct(old, with: corrected, of: ann, at: .sunday) { _ in .hold }
    _ = try connection.undo(of: ann, at: .sunday) { _ in .hold }
    let own = try connection.addChallenge(
      .own("own-a", name: "A", kind: .core, scoring: .hold, how: []))
    try connection.editChallenge(own, at: .sunday)
    _ = try connection.ownChallenges()
    _ = try connection.undoChallenge(at: .sunday)
    let plan = TrainingPlan(
      id: workout.id, challenge: workout.challenge,
      test: TestResult(measure: .reps, amount: 3, duration: .seconds(5), day: 0)!)
    try connection.follow(plan, by: ann, at: .sunday)
    _ = try connection.finish(.init(session: plan.sessions[0], number: 1), of: plan.id, on: 0)
    _ = try connection.plans(of: ann)
    try connection.giveUpPlan(of: plan.challenge, by: ann, at: .sunday)
    _ = try connection.undoPlan(of: plan.challenge, by: ann)
    _ = try connection.leaderboard(
      workout.challenge, filter: .thisWeek, after: nil, you: ann, now: .sunday)
  }

  private func plan(of text: String, _ handle: OpaquePointer?) -> [String] {
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
