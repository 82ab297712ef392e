import FoundationEssentials
import Models
import SQLite
import SystemTestSupport
import TerminalUI
import Testing

@testable import AppFeatures
@testable import ClientsLive
@testable import Scripting

extension Connection {
  /// Returns the workouts that a script saved, with the instants of reps and skips in milliseconds, then the sets with
  /// weights and the settings of exercises, one per line.
  ///
  /// - Parameter start: The time at which the script starts; older workouts belong to its fixture.
  func kept(since start: Date) throws -> String {
    let workouts = try all(
      """
      SELECT CASE WHEN deleted_at IS NULL THEN 'workout' ELSE 'deleted' END AS state, name, workouts.*
      FROM workouts JOIN people ON people.id = person WHERE started_at >= ? ORDER BY number
      """, .integer(start.millisecondsSince1970), read: Self.line)
    let unfinished = try all(
      """
      SELECT 'unfinished' AS state, name, unfinished.*
      FROM unfinished JOIN people ON people.id = person ORDER BY started_at
      """, read: Self.line)
    let sets = try all(
      """
      SELECT name, exercise, entry, done_at FROM strength_sets JOIN people ON people.id = person
      WHERE done_at >= ? ORDER BY done_at, workout, number
      """, .integer(start.millisecondsSince1970)
    ) { row in
      let time = Date(millisecondsSince1970: row.integer(3)).iso8601
      return "set of \(row.text(0)), \(row.text(1)) \(row.text(2)), \(time)"
    }
    let settings = try all(
      """
      SELECT name, exercise, rule, note FROM exercise_settings JOIN people ON people.id = person
      WHERE rule IS NOT NULL OR note IS NOT NULL ORDER BY name, exercise
      """
    ) { row in
      "exercise of \(row.text(0)), \(row.text(1))" + (row.isNull(2) ? "" : ", \(row.text(2))")
        + (row.isNull(3) ? "" : ", note \"\(row.text(3))\"")
    }
    return (workouts + unfinished + sets + settings).map { $0 + "\n" }.joined()
  }

  private static func line(_ row: Row) throws -> String {
    let workout = try row.workout()
    let (began, milliseconds) = (workout.startedAt.iso8601, row.integer("duration_ms"))
    let (reps, skips) = (workout.log.reps.milliseconds, workout.log.skips)
    return "\(row.text("state")) of \(row.text("name")), \(workout.challenge.rawValue), \(began), "
      + "\(milliseconds) ms, "
      + (reps.isEmpty ? "no reps" : "reps at \(reps.map(String.init).joined(separator: " "))")
      + (skips.isEmpty ? "" : ", skips at \(skips.map(String.init).joined(separator: " "))")
      + (workout.note.map { ", note \"\($0.text)\"" } ?? "")
  }
}

extension Connection {
  /// Returns every workout, best, person and unfinished workout in the database, as lines.
  var content: [String] {
    get throws {
      try all("SELECT id || '|' || name FROM people ORDER BY id") { $0.text(0) }
        + all(
          """
          SELECT number || '|' || hex(id) || '|' || person || '|' || challenge || '|' || started_at
            || '|' || duration_ms || '|' || reps || '|' || hex(log) || '|' || day
            || '|' || coalesce(deleted_at, '')
            || '|' || coalesce(note, '')
          FROM workouts ORDER BY number
          """
        ) { $0.text(0) }
        + all(
          """
          SELECT challenge || '|' || week || '|' || person || '|' || rank_key || '|' || achieved_at
            || '|' || reps || '|' || duration_ms || '|' || workout
          FROM bests ORDER BY challenge, week, person
          """
        ) { $0.text(0) }
        + all(
          """
          SELECT hex(id) || '|' || person || '|' || challenge || '|' || started_at
            || '|' || duration_ms || '|' || hex(log)
          FROM unfinished ORDER BY id
          """
        ) { $0.text(0) }
        + all("SELECT id || '|' || name || '|' || is_current FROM own_challenges ORDER BY number") {
          $0.text(0)
        }
    }
  }
}

extension Script {
  /// Parses the script in a file, with a budget that is not shared with goldens.
  init(contentsOf path: String) throws {
    var budget = ScriptBudget()
    try self.init(contentsOf: path, within: &budget)
  }
}

extension Stage {
  /// Compares partially drawn frames with completely drawn ones: each frame, or every eighth in the smallest test
  /// run.
  func checkFrames() {
    let step = TestSize.choose(test: 8, check: 1)
    watch = { [unowned self] frame in
      guard frameNumber % step == 0, let app = app as? AppProgram else { return }
      let whole = app.fullFrame(of: size)
      let wrong = frame.changes(since: whole)
      #expect(
        wrong.isEmpty, "frame \(frameNumber) of \(size): \(frame.golden)\nwhole: \(whole.golden)")
    }
  }
}
