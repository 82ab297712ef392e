import FoundationEssentials
import Models
import PostgreSQL
import ServerAPI

/// Changes after which bests are computed again from the recorded scores.
extension PostgreSQLSession {
  func withdraw(_ workout: UUID, by member: Int64, in group: Group.ID) throws -> Bool {
    try write { connection, changes in
      // Before the bests are read: another transaction of the member could replace them.
      try lock(member, on: connection)
      let found = try connection.run(
        """
        SELECT w.number, w.challenge FROM workouts w JOIN groups g ON g.number = w.in_group
        WHERE w.id = $1 AND w.member = $2 AND g.id = $3
        """, .uuid(workout), .integer(member), .text(group.rawValue)
      ).first { (number: try $0.integer(0), challenge: Challenge.ID(rawValue: try $0.text(1))) }
      guard let (number, challenge) = found else { return false }
      let boards = try connection.run(
        "SELECT board FROM bests WHERE workout = $1", .integer(number)
      ).all { try $0.integer(0) }
      // Takes its bests along.
      connection.queue("DELETE FROM workouts WHERE number = $1", .integer(number))
      for board in boards { restoreBest(of: member, onBoard: board, on: connection) }
      if !boards.isEmpty { changes.insert(.board(group, challenge)) }
      return true
    }
  }

  /// Records the best of a member's workouts that count on a leaderboard, on which the member has none.
  private func restoreBest(
    of member: Int64, onBoard board: Int64, on connection: PostgreSQLConnection
  ) {
    // Of equal workouts the first one that was recorded counts, as in `record`.
    connection.queue(
      """
      INSERT INTO bests (board, member, rank_key, achieved_at, workout)
      SELECT b.number, w.member, w.rank_key, w.achieved_at, w.number
      FROM boards b JOIN groups g ON g.number = b.in_group
        JOIN workouts w ON w.challenge = b.challenge AND b.week IN (0, w.week)
      WHERE b.number = $1 AND w.member = $2 AND (g.counting = 'all' OR w.provenance = 'live')
      ORDER BY w.rank_key, w.achieved_at, w.number LIMIT 1
      """, .integer(board), .integer(member))
  }

  func update(_ group: Group, week: (Date) -> Week) throws -> Bool {
    let (isKnown, changes) = try perform { connection in
      try connection.longTransaction { () -> (Bool, Set<StorageChange>) in
        // No member of the group can record anything until the transaction ends.
        connection.queue(
          """
          SELECT m.number FROM members m JOIN groups g ON g.number = m.in_group WHERE g.id = $1
          ORDER BY m.number FOR NO KEY UPDATE OF m
          """, .text(group.id.rawValue))
        guard let old = try self.group(group.id, on: connection) else { return (false, []) }
        connection.queue(
          """
          UPDATE groups SET name = $2, time_zone = $3, week_start = $4, counting = $5
          WHERE id = $1
          """,
          .text(group.id.rawValue), .text(group.name), .text(group.timeZone),
          .text(group.weekStart.rawValue), .text(group.counting.rawValue))
        connection.queue(storage.notification(of: .access(group.id)))
        if (old.timeZone, old.weekStart) != (group.timeZone, group.weekStart) {
          try setWeeks(in: group.id, on: connection, week: week)
        } else if old.counting == group.counting {
          return (true, [.access(group.id)])
        }
        rebuildBoards(of: group.id, on: connection)
        let challenges = try challengesWithBoards(in: group.id, on: connection)
        return (true, Set([.access(group.id)] + challenges.map { .board(group.id, $0) }))
      }
    }
    storage.report(changes)
    return isKnown
  }

  private func setWeeks(
    in group: Group.ID, on connection: PostgreSQLConnection, week: (Date) -> Week
  ) throws {
    var last = Int64.min
    while true {
      let workouts = try connection.run(
        """
        SELECT w.number, w.started_at, w.week
        FROM workouts w JOIN groups g ON g.number = w.in_group
        WHERE g.id = $1 AND w.number > $2 ORDER BY w.number LIMIT 1000
        """, .text(group.rawValue), .integer(last)
      ).all {
        (number: try $0.integer(0), startedAt: try $0.integer(1), week: try $0.integer(2))
      }
      guard let end = workouts.last?.number else { return }
      last = end
      for workout in workouts {
        let week = week(Date(millisecondsSince1970: workout.startedAt)).number
        guard week != workout.week else { continue }
        connection.queue(
          "UPDATE workouts SET week = $2 WHERE number = $1", .integer(workout.number),
          .integer(week))
      }
    }
  }

  private func challengesWithBoards(
    in group: Group.ID, on connection: PostgreSQLConnection
  ) throws -> [Challenge.ID] {
    try connection.run(
      """
      SELECT DISTINCT b.challenge FROM boards b JOIN groups g ON g.number = b.in_group
      WHERE g.id = $1
      """, .text(group.rawValue)
    ).all { Challenge.ID(rawValue: try $0.text(0)) }
  }

  private func rebuildBoards(of group: Group.ID, on connection: PostgreSQLConnection) {
    connection.queue(
      """
      DELETE FROM bests WHERE board IN
        (SELECT b.number FROM boards b JOIN groups g ON g.number = b.in_group WHERE g.id = $1)
      """, .text(group.rawValue))
    connection.queue(
      """
      INSERT INTO boards (in_group, challenge, week)
      SELECT DISTINCT w.in_group, w.challenge, w.week
      FROM workouts w JOIN groups g ON g.number = w.in_group WHERE g.id = $1
      ORDER BY w.challenge, w.week
      ON CONFLICT DO NOTHING
      """, .text(group.rawValue))
    connection.queue(
      """
      INSERT INTO bests (board, member, rank_key, achieved_at, workout)
      SELECT DISTINCT ON (b.number, w.member)
        b.number, w.member, w.rank_key, w.achieved_at, w.number
      FROM groups g JOIN workouts w ON w.in_group = g.number
        JOIN boards b ON b.in_group = g.number AND b.challenge = w.challenge
          AND b.week IN (0, w.week)
      WHERE g.id = $1 AND (g.counting = 'all' OR w.provenance = 'live')
      ORDER BY b.number, w.member, w.rank_key, w.achieved_at, w.number
      """, .text(group.rawValue))
  }
}
