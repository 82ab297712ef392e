import CSQLite
import Clients
import Models

extension Connection {
  /// Makes all that is kept added up again from the workouts: bests, places, days and weeks, runs of them.
  ///
  /// - Parameter scoring: How a challenge is scored.
  /// - Throws: ``DatabaseError``, and what `scoring` throws; nothing was changed then.
  /// - Complexity: O(n log n) in the workouts.
  func addUpAnew(scoring: (Challenge.ID) throws -> Challenge.Scoring?) throws {
    // Triggers move sums by differences; here they are made from nothing.
    configure(SQLITE_DBCONFIG_ENABLE_TRIGGER, false)
    defer { configure(SQLITE_DBCONFIG_ENABLE_TRIGGER, true) }
    try write {
      for table in AddedUp.allCases {
        try execute(script: "DELETE FROM \(table.rawValue)")
      }
      try forEachWorkout { number, read in
        guard let (workout, person) = read else { return }
        guard let score = try scoring(workout.challenge).flatMap(workout.acceptedScore) else {
          return
        }
        try keepBests(score, of: workout, number: number, by: person)
      }
      try execute(script: Migration.addingUpScores)
      try execute(script: Migration.addingUpPeriods)
      try execute(script: Migration.addingUpRuns)
    }
  }

  /// Which sums are not what the workouts add up to. Leaves the right ones behind: for a copy.
  ///
  /// - Throws: As ``addUpAnew(scoring:)``.
  func wrongSums(scoring: (Challenge.ID) throws -> Challenge.Scoring?) throws -> [String] {
    for table in AddedUp.allCases {
      try execute(
        script: """
          CREATE TEMP TABLE kept_\(table.rawValue) AS
            SELECT \(table.columns) FROM main.\(table.rawValue)
          """)
    }
    try addUpAnew(scoring: scoring)
    return try AddedUp.allCases.filter { try differs($0) }.map(\.name)
  }

  private func differs(_ table: AddedUp) throws -> Bool {
    try execute(
      script: """
        DROP TABLE IF EXISTS temp.difference;
        CREATE TEMP TABLE difference AS
          SELECT * FROM (SELECT * FROM temp.kept_\(table.rawValue)
            EXCEPT SELECT \(table.columns) FROM main.\(table.rawValue))
          UNION ALL
          SELECT * FROM (SELECT \(table.columns) FROM main.\(table.rawValue)
            EXCEPT SELECT * FROM temp.kept_\(table.rawValue))
        """)
    return try first(Self.anyDifference) { _ in true } ?? false
  }

  private static var anyDifference: StaticString { "SELECT 1 FROM temp.difference" }
}

/// A table of sums.
private enum AddedUp: String, CaseIterable {
  case bests
  case places = "score_counts"
  case periods
  case runs

  /// What a person calls it.
  var name: String {
    switch self {
    case .bests: "bests"
    case .places: "places on leaderboards"
    case .periods: "days and weeks"
    case .runs: "streaks"
    }
  }

  /// What follows from the workouts. Of two equal bests either may be the one that is named.
  var columns: String {
    switch self {
    case .bests: "challenge, week, person, rank_key, achieved_at"
    case .places: "challenge, week, shift, bucket, people"
    case .periods: "person, calendar, number, workouts, reps, duration_ms"
    case .runs: "person, calendar, last, first"
    }
  }
}
