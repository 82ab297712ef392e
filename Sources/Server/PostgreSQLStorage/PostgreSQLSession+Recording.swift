import FoundationEssentials
import Models
import PostgreSQL
import ServerAPI

/// Recording workouts.
extension PostgreSQLSession {
  func record(_ workouts: [ScoredWorkout], by member: Int64, in group: Group.ID) throws -> [Bool] {
    guard !workouts.isEmpty else { return [] }
    let (isNew, changed) = try perform { connection in
      let boards = try boardNumbers.createdNumbers(
        of: Set(workouts.flatMap { [$0.board(in: group), $0.weekBoard(in: group)] }),
        on: connection)
      // In one order, so that two members who send the same IDs do not wait for each other.
      let order = workouts.indices.sorted {
        workouts[$0].workout.id.uuidString < workouts[$1].workout.id.uuidString
      }
      // A member's transactions wait for each other: each compares its results with the bests of those before.
      let lock = Self.lockMember(member)
      let inserts = try order.map { index in
        let scored = workouts[index]
        guard
          let board = boards[scored.board(in: group)],
          let weekBoard = boards[scored.weekBoard(in: group)]
        else { throw Self.memberRemoved }
        return Self.insert(scored, by: member, boards: (board, weekBoard))
      }
      // A single message, which is one transaction.
      let sets = try connection.run([lock] + inserts)
      guard try sets[0].first({ try $0.integer(0) }) != nil else {
        throw Self.memberRemoved
      }
      var isNew = [Bool](repeating: false, count: workouts.count)
      var changed: Set<Board> = []
      for (index, set) in zip(order, sets.dropFirst()) {
        let result = try set.first {
          (isNew: try $0.boolean(0), isBest: try $0.boolean(1), isWeekBest: try $0.boolean(2))
        }
        isNew[index] = result?.isNew == true
        if result?.isBest == true { changed.insert(workouts[index].board(in: group)) }
        if result?.isWeekBest == true { changed.insert(workouts[index].weekBoard(in: group)) }
      }
      return (isNew, changed)
    }
    storage.report(Set(changed.map { .board(group, $0.challenge) }))
    for board in changed { mergeSomeScoreChanges(of: board) }
    return isNew
  }

  private static func insert(
    _ scored: ScoredWorkout, by member: Int64, boards: (allTime: Int64, week: Int64)
  ) -> Statement {
    let workout = scored.workout
    return Statement(
      """
      WITH recorded AS (
        INSERT INTO workouts (id, in_group, member, challenge, started_at, duration_ms, provenance,
          rep_log, week, rank_key, achieved_at, reps, score_ms, skip_log)
        SELECT $1, in_group, number, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $15
        FROM members WHERE number = $2
        ON CONFLICT DO NOTHING RETURNING number
      ), best AS (
        INSERT INTO bests (board, member, rank_key, achieved_at, workout)
        SELECT board, $2, $9, $10, number FROM recorded, (VALUES ($13), ($14)) AS boards (board)
        ON CONFLICT (board, member) DO UPDATE SET rank_key = excluded.rank_key,
          achieved_at = excluded.achieved_at, workout = excluded.workout
        WHERE (excluded.rank_key, excluded.achieved_at) < (bests.rank_key, bests.achieved_at)
        RETURNING board
      )
      SELECT EXISTS (SELECT FROM recorded), EXISTS (SELECT FROM best WHERE board = $13),
        EXISTS (SELECT FROM best WHERE board = $14)
      """,
      .uuid(workout.id), .integer(member), .text(workout.challenge),
      .integer(workout.startedAt.millisecondsSince1970), .integer(workout.durationMilliseconds),
      .text(workout.provenance.rawValue), .bytes(Array(workout.repLog)),
      .integer(scored.week.number), .integer(scored.score.rankKey),
      .integer(scored.achievedAt.millisecondsSince1970), .integer(Int64(scored.score.reps)),
      .integer(scored.score.duration.wholeMilliseconds), .integer(boards.allTime),
      .integer(boards.week), .bytes(Array(workout.skipLog ?? Data())))
  }

  /// Merges the score changes of a leaderboard once in 64 calls, so that reading adds about 64 rows to the tree.
  private func mergeSomeScoreChanges(of board: Board) {
    guard Int.random(in: 0..<64) == 0 else { return }
    // The workout is recorded. If this fails, a later call merges more changes.
    try? mergeScoreChanges(of: board)
  }

  /// Moves the score changes of a leaderboard into its tree of counts.
  ///
  /// - Complexity: O(n) in the changes.
  func mergeScoreChanges(of board: Board) throws {
    try perform { connection in
      guard let number = try boardNumbers.number(of: board, on: connection) else { return }
      try connection.run([
        // One merge at a time: two would lock the same counts in different orders.
        Statement(
          "SELECT number FROM boards WHERE number = $1 FOR NO KEY UPDATE", .integer(number)),
        Statement(
          """
          WITH moved AS (
            DELETE FROM score_changes WHERE board = $1 RETURNING rank_key, people
          ), counted AS (
            INSERT INTO score_counts (board, shift, bucket, people)
            SELECT $1, shift, rank_key >> shift, sum(people)
            FROM moved, (VALUES (0), (8), (16), (24), (32)) AS levels (shift)
            GROUP BY shift, rank_key >> shift HAVING sum(people) <> 0
            ON CONFLICT (board, shift, bucket) DO UPDATE SET
              people = score_counts.people + excluded.people
          )
          UPDATE boards SET version = version + (SELECT count(*) FROM moved) WHERE number = $1
          """, .integer(number)),
        Statement("DELETE FROM score_counts WHERE board = $1 AND people = 0", .integer(number)),
      ])
    }
  }
}

extension ScoredWorkout {
  /// The leaderboard of all time.
  fileprivate func board(in group: Group.ID) -> Board {
    Board(group: group, challenge: Challenge.ID(rawValue: workout.challenge), week: nil)
  }

  fileprivate func weekBoard(in group: Group.ID) -> Board {
    Board(group: group, challenge: Challenge.ID(rawValue: workout.challenge), week: week)
  }
}
