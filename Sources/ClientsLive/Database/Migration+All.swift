extension Migration {
  /// Every step there has been, oldest first.
  static let all: [Migration] = [
    Migration(name: "people, workouts, leaderboards", script: first),
    Migration(
      name: "whose running workout it is", script: "ALTER TABLE unfinished ADD COLUMN owner TEXT"),
    Migration(name: "when an unfinished workout was kept", script: keptAt),
    Migration(name: "trash", script: trash),
    Migration(name: "own challenges", script: ownChallenges),
    Migration(name: "days", script: days),
    events,
    formerNames,
    Migration(name: "days without the rows", script: coveredDays),
    plans,
    Migration(
      name: "rounds of own challenges",
      script: "ALTER TABLE own_challenges ADD COLUMN rounds TEXT NOT NULL DEFAULT ''"),
    ghosts,
    scoreCounts,
    periods,
  ]

  /// Tells a workout that runs from one that was left, and by how much the last time that was kept is out of date.
  private static let keptAt = """
    ALTER TABLE unfinished ADD COLUMN kept_at INTEGER NOT NULL DEFAULT 0;
    """

  /// Times are milliseconds: `…_at` since 1970 in UTC, `…_ms` of a workout with pauses left out. A
  /// challenge is known by the catalogue's key. A rank key is a score as an ascending number.
  private static let first = """
    CREATE TABLE migrations (
      version INTEGER PRIMARY KEY,
      name TEXT NOT NULL
    ) STRICT;

    CREATE TABLE people (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE
    ) STRICT;

    -- A log is one value of about two bytes a rep, not a row a rep: it is written once, always read
    -- whole, and a million workouts would be a hundred million rows.
    CREATE TABLE workouts (
      number INTEGER PRIMARY KEY,
      id BLOB NOT NULL UNIQUE,
      person INTEGER NOT NULL REFERENCES people (id),
      challenge TEXT NOT NULL,
      started_at INTEGER NOT NULL,
      duration_ms INTEGER NOT NULL,
      reps INTEGER NOT NULL,
      rep_log BLOB NOT NULL
    ) STRICT;
    CREATE INDEX workouts_of_person ON workouts (person, started_at, id);
    CREATE INDEX workouts_of_person_in_challenge
      ON workouts (person, challenge, started_at, id);

    -- A running workout is kept apart, so that its row stays short-lived and small, and no query
    -- for finished ones has to leave it out. Its log is rewritten whole at every checkpoint: a page
    -- or two, and a checkpoint that was lost is made good by the next.
    CREATE TABLE unfinished (
      id BLOB PRIMARY KEY,
      person INTEGER NOT NULL REFERENCES people (id),
      challenge TEXT NOT NULL,
      started_at INTEGER NOT NULL,
      elapsed_ms INTEGER NOT NULL,
      rep_log BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX unfinished_of_person ON unfinished (person, started_at);

    -- Each person's best, for all time (week 0) and for each week (counted from year 1), kept up to
    -- date when a workout is saved: a page of a leaderboard reads its own rows and no others.
    CREATE TABLE bests (
      challenge TEXT NOT NULL,
      week INTEGER NOT NULL,
      person INTEGER NOT NULL REFERENCES people (id),
      rank_key INTEGER NOT NULL,
      achieved_at INTEGER NOT NULL,
      reps INTEGER NOT NULL,
      duration_ms INTEGER NOT NULL,
      workout INTEGER NOT NULL REFERENCES workouts (number),
      PRIMARY KEY (challenge, week, person)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX bests_in_order ON bests (challenge, week, rank_key, achieved_at, person);
    -- Deleting a person or a workout looks for these.
    CREATE INDEX bests_of_person ON bests (person);
    CREATE INDEX bests_of_workout ON bests (workout);
    """
}
