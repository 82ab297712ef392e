import FoundationEssentials
import Models
import SQLite

@testable import ClientsLive

extension Connection {
  /// Returns the workouts saved by a script, one a line, with the instants of reps and skips in milliseconds, and then the
  /// sets with weights and the settings of exercises.
  ///
  /// - Parameter start: The script's clock; older workouts belong to its fixture.
  func kept(since start: Date) throws -> String {
    let workouts = try all(
      """
      SELECT CASE WHEN deleted_at IS NULL THEN 'workout' ELSE 'deleted' END, name, challenge,
        started_at, duration_ms, rep_log, note, skip_log
      FROM workouts JOIN people ON people.id = person WHERE started_at >= ? ORDER BY number
      """, .integer(start.millisecondsSince1970), read: Self.line)
    let unfinished = try all(
      """
      SELECT 'unfinished', name, challenge, started_at, elapsed_ms, rep_log, NULL, skip_log
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
    let began = Date(millisecondsSince1970: row.integer(3)).iso8601
    let reps = try row.repLog(5).milliseconds
    let skips = row.skipLog(7).milliseconds
    return "\(row.text(0)) of \(row.text(1)), \(row.text(2)), \(began), \(row.integer(4)) ms, "
      + (reps.isEmpty ? "no reps" : "reps at \(reps.map(String.init).joined(separator: " "))")
      + (skips.isEmpty ? "" : ", skips at \(skips.map(String.init).joined(separator: " "))")
      + (row.isNull(6) ? "" : ", note \"\(row.text(6))\"")
  }
}
