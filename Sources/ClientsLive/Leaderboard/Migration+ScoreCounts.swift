extension Migration {
  /// How many people have which score, so that a place is added up and not counted row by row.
  ///
  /// The digits of a rank key to the base 256 make a tree: a row with `shift` 8 has all whose keys are the same but for
  /// their lowest eight bits. What stands above a key is, on each level, what lies before it under the same row of the
  /// level above: a few hundred rows at most, however many people there are. A best that comes, goes or changes moves
  /// five rows.
  ///
  /// Triggers keep it, so that whatever writes `bests` keeps it too, and so does an older program that has the
  /// database open while a newer one brings it up to date.
  static let scoreCounts = Migration(
    name: "places added up",
    script: """
      CREATE TABLE score_counts (
        challenge TEXT NOT NULL,
        week INTEGER NOT NULL,
        shift INTEGER NOT NULL,
        bucket INTEGER NOT NULL,
        people INTEGER NOT NULL,
        PRIMARY KEY (challenge, week, shift, bucket)
      ) STRICT, WITHOUT ROWID;

      \(addingUpScores)

      CREATE TRIGGER bests_come AFTER INSERT ON bests BEGIN
        \(countingScore(of: "NEW", 1))
      END;
      CREATE TRIGGER bests_change AFTER UPDATE OF challenge, week, rank_key ON bests BEGIN
        \(countingScore(of: "OLD", -1))
        \(countingScore(of: "NEW", 1))
      END;
      CREATE TRIGGER bests_go AFTER DELETE ON bests BEGIN
        \(countingScore(of: "OLD", -1))
      END;
      CREATE TRIGGER score_counts_run_out AFTER UPDATE ON score_counts WHEN NEW.people = 0 BEGIN
        DELETE FROM score_counts
        WHERE challenge = NEW.challenge AND week = NEW.week AND shift = NEW.shift
          AND bucket = NEW.bucket;
      END;

      -- A person's records are few, and the bests of their weeks are many. The index of all of them was for people
      -- that are deleted, and nobody is.
      DROP INDEX bests_of_person;
      CREATE INDEX bests_of_all_time ON bests (person, achieved_at) WHERE week = 0;
      -- The next best of all time, once the workout that was it is gone.
      CREATE INDEX bests_of_weeks ON bests (person, challenge, rank_key, achieved_at, week)
        WHERE week > 0;
      """)

  /// Fills the empty table.
  static let addingUpScores = """
    INSERT INTO score_counts
      SELECT challenge, week, column1, rank_key >> column1, count(*)
      FROM (\(scoreShifts)) CROSS JOIN bests GROUP BY 1, 2, 3, 4;
    """

  private static let scoreShifts = "VALUES (0), (8), (16), (24), (32)"

  private static func countingScore(of row: String, _ people: Int) -> String {
    """
    INSERT INTO score_counts
      SELECT \(row).challenge, \(row).week, column1, \(row).rank_key >> column1, \(people)
      FROM (\(scoreShifts)) WHERE true
      ON CONFLICT DO UPDATE SET people = people + excluded.people;
    """
  }
}
