import Models
import SQLite
import SystemTestSupport
import Testing
import WorkoutSeeding

@testable import ClientsLive

/// Tests that an old database of 20 000 workouts loses nothing when this version opens it.
struct HistoryMigrationTests {
  private let folder = TestFolder()

  /// The rows of all tables of version 8, as one text each. Aggregates of live workouts came later.
  private static let rows: [SQL] = [
    "SELECT json_array(id, name) FROM people ORDER BY id",
    "SELECT json_array(name, person) FROM former_names ORDER BY name",
    """
    SELECT json_array(number, hex(id), person, challenge, started_at, day, duration_ms, reps, deleted_at,
      replaces, hex(rep_log), note, hex(skip_log)) FROM workouts ORDER BY number
    """,
    """
    SELECT json_array(hex(id), person, challenge, started_at, elapsed_ms, kept_at, owner, purpose, ghost,
      hex(rep_log), hex(ghost_log), is_paused, hex(skip_log)) FROM unfinished ORDER BY id
    """,
    """
    SELECT json_array(challenge, week, person, rank_key, achieved_at, reps, duration_ms, workout)
    FROM bests WHERE week >= 0 ORDER BY challenge, week, rank_key, achieved_at, person
    """,
    """
    SELECT json_array(challenge, week, shift, bucket, people)
    FROM score_counts WHERE week >= 0 ORDER BY challenge, week, shift, bucket
    """,
    """
    SELECT json_array(person, calendar, number, workouts, reps, duration_ms)
    FROM periods ORDER BY person, calendar, number
    """,
    "SELECT json_array(person, calendar, last, first) FROM runs ORDER BY person, calendar, last",
    """
    SELECT json_array(number, id, name, kind, scored_by, amount, how, rounds, is_current, deleted_at)
    FROM own_challenges ORDER BY number
    """,
    """
    SELECT json_array(number, hex(id), person, challenge, measure, amount, duration_ms, tested_on, ended_at)
    FROM plans ORDER BY number
    """,
    """
    SELECT json_array(plan, session, sets, day, is_done) FROM plan_sessions ORDER BY plan, session
    """,
    "SELECT json_array(number, feature, at) FROM events ORDER BY number",
    "SELECT json_array(person, challenge, ends_at, owner) FROM rests ORDER BY person",
  ]

  private func contents(of stores: Stores) throws -> [[String]] {
    try Self.rows.map { try stores.connection.all($0) { $0.text(0) } }
  }

  /// The number of all-time bests of holds, and how many are not the longest workout of their person in hundredths of a
  /// second.
  private func holdCounts(in stores: Stores) throws -> [Int64] {
    try stores.connection.all(
      """
      SELECT count(*), sum(b.rank_key <> -w.longest)
      FROM bests b JOIN (
        SELECT person, challenge, max(duration_ms) / 10 AS longest
        FROM workouts WHERE deleted_at IS NULL GROUP BY person, challenge) AS w
      ON w.person = b.person AND w.challenge = b.challenge
      WHERE b.week = 0 AND b.challenge IN ('plank-hold', 'hollow-hold', 'wall-sit', 'dead-hang')
      """
    ) { [$0.integer(0), $0.integer(1)] }.flatMap(\.self)
  }

  @Test(.checkOnly) func `20 000 workouts migrate with nothing lost and the same records`() throws {
    let stores = try Stores.open(in: folder.data)
    try Seeder(workouts: 20_000, people: 300, batch: 20_000).fill(stores)
    try stores.connection.run(
      """
      INSERT INTO own_challenges (id, name, kind, scored_by, amount, how, rounds, is_current)
      VALUES ('own-rounds', 'Rounds', 'legs', 'reps', 230000, '', '20/10 x8', 1)
      """)
    try stores.connection.run(
      """
      UPDATE workouts SET challenge = 'own-rounds' WHERE challenge = 'squats-tabata' AND number % 2 = 0
      """)
    try stores.connection.run(
      """
      INSERT INTO plans (id, person, challenge, measure, amount, duration_ms, tested_on)
      VALUES (randomblob(16), 1, 'pushups-2min', 'reps', 40, 120000, 20000)
      """)
    try stores.connection.run(
      "INSERT INTO plan_sessions (plan, session, sets, day, is_done) VALUES (1, 1, 5, 20001, 1)")
    try AggregateStore(stores.connection).recompute()
    try stores.connection.downgrade(to: 8)
    let before = try contents(of: stores)
    stores.close()

    let migrated = try Stores.open(in: folder.data)
    let after = try contents(of: migrated)
    for (index, rows) in before.enumerated() {
      let isSame = rows == after[index]
      #expect(isSame, "\(Self.rows[index].text)")
    }
    #expect(before[2].count > 19_980 && before[4].count > 20_000 && before[3].count == 10)
    let holds = try holdCounts(in: migrated)
    #expect(holds[0] > 300 && holds[1] == 0)
    migrated.close()
    #expect(Doctor(folder: folder.data, settingsFile: nil).findings() == [])
  }
}
