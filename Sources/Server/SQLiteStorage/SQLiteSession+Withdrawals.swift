import FoundationEssentials
import Models
import SQLite
import ServerAPI

/// Changes after which bests are computed again from the recorded scores.
extension SQLiteSession {
  func withdraw(_ workout: UUID, by member: Int64, in group: Group.ID) throws -> Bool {
    try write { changes in
      let found = try connection.first(
        """
        SELECT w.number, w.challenge FROM workouts w JOIN groups g ON g.number = w.in_group
        WHERE w.id = ? AND w.member = ? AND g.id = ?
        """, .uuid(workout), .integer(member), .text(group.rawValue)
      ) { (number: $0.integer(0), challenge: Challenge.ID(rawValue: $0.text(1))) }
      guard let (number, challenge) = found else { return false }
      let boards = try connection.all(
        "SELECT board FROM bests WHERE workout = ?", .integer(number)
      ) { $0.integer(0) }
      // Takes its bests along.
      try connection.run("DELETE FROM workouts WHERE number = ?", .integer(number))
      for board in boards { try restoreBest(of: member, onBoard: board) }
      if !boards.isEmpty { changes.insert(.board(group, challenge)) }
      return true
    }
  }

  /// Records the best of a member's workouts that count on a leaderboard, on which the member has none.
  private func restoreBest(of member: Int64, onBoard board: Int64) throws {
    // Of equal workouts the first one that was recorded counts, as in `record`.
    try connection.run(
      """
      INSERT INTO bests (board, member, rank_key, achieved_at, workout)
      SELECT b.number, w.member, w.rank_key, w.achieved_at, w.number
      FROM boards b JOIN groups g ON g.number = b.in_group
        JOIN workouts w ON w.challenge = b.challenge AND b.week IN (0, w.week)
      WHERE b.number = ? AND w.member = ? AND (g.counting = 'all' OR w.provenance = 'live')
      ORDER BY w.rank_key, w.achieved_at, w.number LIMIT 1
      """, .integer(board), .integer(member))
  }

  func update(_ group: Group, week: (Date) -> Week) throws -> Bool {
    try write { changes in
      guard let old = try self.group(group.id) else { return false }
      try connection.run(
        "UPDATE groups SET name = ?, time_zone = ?, week_start = ?, counting = ? WHERE id = ?",
        .text(group.name), .text(group.timeZone), .text(group.weekStart.rawValue),
        .text(group.counting.rawValue), .text(group.id.rawValue))
      changes = [.access(group.id)]
      if (old.timeZone, old.weekStart) != (group.timeZone, group.weekStart) {
        try setWeeks(in: group.id, week: week)
      } else if old.counting == group.counting {
        return true
      }
      try rebuildBoards(of: group.id)
      changes.formUnion(try challengesWithWorkouts(in: group.id).map { .board(group.id, $0) })
      return true
    }
  }

  private func setWeeks(in group: Group.ID, week: (Date) -> Week) throws {
    let workouts = try connection.all(
      """
      SELECT w.number, w.started_at FROM workouts w JOIN groups g ON g.number = w.in_group
      WHERE g.id = ?
      """, .text(group.rawValue)
    ) { (number: $0.integer(0), startedAt: $0.integer(1)) }
    for workout in workouts {
      let week = week(Date(millisecondsSince1970: workout.startedAt))
      try connection.run(
        "UPDATE workouts SET week = ? WHERE number = ?", .integer(week.number),
        .integer(workout.number))
    }
  }

  private func challengesWithWorkouts(in group: Group.ID) throws -> [Challenge.ID] {
    try connection.all(
      """
      SELECT DISTINCT b.challenge FROM boards b JOIN groups g ON g.number = b.in_group
      WHERE g.id = ?
      """, .text(group.rawValue)
    ) { Challenge.ID(rawValue: $0.text(0)) }
  }

  private func rebuildBoards(of group: Group.ID) throws {
    try connection.run(
      """
      DELETE FROM bests WHERE board IN
        (SELECT b.number FROM boards b JOIN groups g ON g.number = b.in_group WHERE g.id = ?)
      """, .text(group.rawValue))
    try connection.run(
      """
      INSERT INTO boards (in_group, challenge, week, version)
      SELECT DISTINCT w.in_group, w.challenge, w.week, 0
      FROM workouts w JOIN groups g ON g.number = w.in_group WHERE g.id = ?
      ON CONFLICT DO NOTHING
      """, .text(group.rawValue))
    try connection.run(
      """
      INSERT INTO bests (board, member, rank_key, achieved_at, workout)
      SELECT board, member, rank_key, achieved_at, number FROM (
        SELECT b.number AS board, w.member, w.rank_key, w.achieved_at, w.number, row_number() OVER (
          PARTITION BY b.number, w.member ORDER BY w.rank_key, w.achieved_at, w.number) AS place
        FROM groups g JOIN workouts w ON w.in_group = g.number
          JOIN boards b ON b.in_group = g.number AND b.challenge = w.challenge
            AND b.week IN (0, w.week)
        WHERE g.id = ? AND (g.counting = 'all' OR w.provenance = 'live'))
      WHERE place = 1
      """, .text(group.rawValue))
  }
}
