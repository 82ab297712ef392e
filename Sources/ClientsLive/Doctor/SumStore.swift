import Clients
import Models
import SQLite

/// What is kept added up: bests, places on leaderboards, days and weeks, and runs of them.
struct SumStore {
  let connection: Connection

  /// Creates the store of a Ladder database that is open.
  init(_ connection: Connection) { self.connection = connection }

  /// Makes all that is kept added up again from the workouts: bests, places, days and weeks, runs of them.
  ///
  /// - Parameter scoring: How a challenge is scored.
  /// - Throws: ``DatabaseError``, and what `scoring` throws; nothing was changed then.
  /// - Complexity: O(n log n) in the workouts.
  func recompute(scoring: (Challenge.ID) throws -> Challenge.Scoring?) throws {
    // Triggers move sums by differences; here they are made from nothing.
    connection.setTriggersEnabled(false)
    defer { connection.setTriggersEnabled(true) }
    try connection.write {
      for table in Sums.all { try connection.execute(table.clearing) }
      try WorkoutStore(connection).forEach { number, read in
        guard let (workout, person, day) = read else { return }
        try connection.run(
          "UPDATE workouts SET reps = ?1 WHERE number = ?2 AND reps <> ?1",
          .integer(Int64(workout.countedReps)), .integer(number))
        guard let score = try scoring(workout.challenge).flatMap(workout.acceptedScore) else {
          return
        }
        try LeaderboardStore(connection).keepBests(
          score, of: workout, number: number, on: day, by: person)
      }
      try addUpEmpty()
    }
  }

  /// Fills the tables of sums, which are empty, from the workouts and the bests.
  ///
  /// - Throws: ``DatabaseError``. Within a transaction.
  /// - Complexity: O(n log n) in the workouts.
  func addUpEmpty() throws {
    for script in Sums.all.compactMap(\.addingUp) { try connection.execute(script) }
  }

  /// Returns the names of the sums that are not what the workouts add up to. Leaves the right ones behind: for a copy.
  ///
  /// - Throws: As ``recompute(scoring:)``.
  func wrongSums(scoring: (Challenge.ID) throws -> Challenge.Scoring?) throws -> [String] {
    for table in Sums.all { try connection.execute(table.setting) }
    try recompute(scoring: scoring)
    return try Sums.all.filter { try connection.first($0.anyDifference) { _ in true } ?? false }
      .map(\.name)
  }
}

/// A table of sums: what follows from the workouts alone.
private struct Sums {
  /// What a person calls it.
  let name: String
  let clearing: SQL
  /// Fills the empty table, those before it in ``all`` being filled; `nil` where Swift does.
  let addingUp: SQL?
  /// Sets its rows aside.
  let setting: SQL
  /// Whether those that were set aside are others.
  let anyDifference: SQL

  static let all = [bests, places, periods, runs]
}

extension Sums {
  /// What a log is worth is decided in Swift. Of two equal bests either may be the one that is named.
  private static let bests = Sums(
    name: "bests",
    clearing: "DELETE FROM bests",
    addingUp: nil,
    setting: """
      CREATE TEMP TABLE kept_bests AS
      SELECT challenge, week, person, rank_key, achieved_at FROM main.bests
      """,
    anyDifference: """
      SELECT 1 FROM (
        SELECT * FROM temp.kept_bests
        EXCEPT SELECT challenge, week, person, rank_key, achieved_at FROM main.bests)
      UNION ALL
      SELECT 1 FROM (
        SELECT challenge, week, person, rank_key, achieved_at FROM main.bests
        EXCEPT SELECT * FROM temp.kept_bests)
      """)

  private static let places = Sums(
    name: "places on leaderboards",
    clearing: "DELETE FROM score_counts",
    addingUp: """
      INSERT INTO score_counts (challenge, week, shift, bucket, people)
      SELECT challenge, week, column1, rank_key >> column1, count(*)
      FROM (VALUES (0), (8), (16), (24), (32)) CROSS JOIN bests GROUP BY 1, 2, 3, 4
      """,
    setting: """
      CREATE TEMP TABLE kept_score_counts AS
      SELECT challenge, week, shift, bucket, people FROM main.score_counts
      """,
    anyDifference: """
      SELECT 1 FROM (
        SELECT * FROM temp.kept_score_counts
        EXCEPT SELECT challenge, week, shift, bucket, people FROM main.score_counts)
      UNION ALL
      SELECT 1 FROM (
        SELECT challenge, week, shift, bucket, people FROM main.score_counts
        EXCEPT SELECT * FROM temp.kept_score_counts)
      """)

  private static let periods = Sums(
    name: "days and weeks",
    clearing: "DELETE FROM periods",
    addingUp: """
      INSERT INTO periods (person, calendar, number, workouts, reps, duration_ms)
      SELECT person, 8, day, count(*), sum(reps), sum(duration_ms) FROM workouts
      WHERE deleted_at IS NULL GROUP BY person, day;
      INSERT INTO periods (person, calendar, number, workouts, reps, duration_ms)
      SELECT person, 1, (number + 1400003) / 7, sum(workouts), sum(reps), sum(duration_ms)
      FROM periods WHERE calendar = 8 GROUP BY 1, 3;
      INSERT INTO periods (person, calendar, number, workouts, reps, duration_ms)
      SELECT person, 6, (number + 1399998) / 7, sum(workouts), sum(reps), sum(duration_ms)
      FROM periods WHERE calendar = 8 GROUP BY 1, 3;
      INSERT INTO periods (person, calendar, number, workouts, reps, duration_ms)
      SELECT person, 7, (number + 1399997) / 7, sum(workouts), sum(reps), sum(duration_ms)
      FROM periods WHERE calendar = 8 GROUP BY 1, 3;
      INSERT INTO periods (person, calendar, number, workouts, reps, duration_ms)
      SELECT person, 0, 0, sum(workouts), sum(reps), sum(duration_ms)
      FROM periods WHERE calendar = 8 GROUP BY 1
      """,
    setting: """
      CREATE TEMP TABLE kept_periods AS
      SELECT person, calendar, number, workouts, reps, duration_ms FROM main.periods
      """,
    anyDifference: """
      SELECT 1 FROM (
        SELECT * FROM temp.kept_periods
        EXCEPT SELECT person, calendar, number, workouts, reps, duration_ms FROM main.periods)
      UNION ALL
      SELECT 1 FROM (
        SELECT person, calendar, number, workouts, reps, duration_ms FROM main.periods
        EXCEPT SELECT * FROM temp.kept_periods)
      """)

  private static let runs = Sums(
    name: "streaks",
    clearing: "DELETE FROM runs",
    // In a run the number of a period grows as its place among all does, so that their difference is the same for the
    // whole run and for no other.
    addingUp: """
      INSERT INTO runs (person, calendar, last, first)
      SELECT person, calendar, max(number), min(number) FROM (
        SELECT person, calendar, number,
          number - row_number() OVER (PARTITION BY person, calendar ORDER BY number) AS island
        FROM periods WHERE calendar > 0)
      GROUP BY person, calendar, island
      """,
    setting: """
      CREATE TEMP TABLE kept_runs AS
      SELECT person, calendar, last, first FROM main.runs
      """,
    anyDifference: """
      SELECT 1 FROM (
        SELECT * FROM temp.kept_runs
        EXCEPT SELECT person, calendar, last, first FROM main.runs)
      UNION ALL
      SELECT 1 FROM (
        SELECT person, calendar, last, first FROM main.runs
        EXCEPT SELECT * FROM temp.kept_runs)
      """)
}
