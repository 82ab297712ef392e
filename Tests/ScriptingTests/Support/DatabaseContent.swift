import SQLite
@testable import ClientsLive

extension Connection {
  /// Returns every workout, best, person and unfinished workout in the database, as lines.
  var content: [String] {
    get throws {
      try all("SELECT id || '|' || name FROM people ORDER BY id") { $0.text(0) }
        + all(
          """
          SELECT number || '|' || hex(id) || '|' || person || '|' || challenge || '|' || started_at
            || '|' || duration_ms || '|' || reps || '|' || hex(rep_log) || '|' || day
            || '|' || hex(coalesce(skip_log, '')) || '|' || coalesce(deleted_at, '')
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
            || '|' || elapsed_ms || '|' || hex(rep_log) || '|' || hex(coalesce(skip_log, ''))
          FROM unfinished ORDER BY id
          """
        ) { $0.text(0) }
        + all("SELECT id || '|' || name || '|' || is_current FROM own_challenges ORDER BY number") {
          $0.text(0)
        }
    }
  }
}
