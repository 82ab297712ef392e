extension Migration {
  /// A deleted workout is marked and stays for a while, and so does one that a corrected copy replaces.
  ///
  /// The indexes leave deleted ones out, so that they cost the lists nothing.
  static let trash = """
    ALTER TABLE workouts ADD COLUMN deleted_at INTEGER;
    ALTER TABLE workouts ADD COLUMN replaces INTEGER
      REFERENCES workouts (number) ON DELETE SET NULL;

    DROP INDEX workouts_of_person;
    DROP INDEX workouts_of_person_in_challenge;
    CREATE INDEX workouts_of_person ON workouts (person, started_at, id)
      WHERE deleted_at IS NULL;
    CREATE INDEX workouts_of_person_in_challenge ON workouts (person, challenge, started_at, id)
      WHERE deleted_at IS NULL;
    CREATE INDEX workouts_in_trash ON workouts (person, deleted_at)
      WHERE deleted_at IS NOT NULL;
    CREATE INDEX workouts_replacing ON workouts (replaces) WHERE replaces IS NOT NULL;
    """
}
