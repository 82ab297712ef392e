extension Migration {
  /// Training plans, and what an unfinished workout was begun for.
  ///
  /// Of a plan: the test it follows from, and what has been done of it. Its sessions are a rule's, and are not kept. One
  /// that was given up or replaced stays, so that it can be had back.
  static let plans = Migration(
    name: "training plans",
    script: """
      CREATE TABLE plans (
        number INTEGER PRIMARY KEY,
        id BLOB NOT NULL UNIQUE,
        person INTEGER NOT NULL REFERENCES people (id),
        challenge TEXT NOT NULL,
        measure TEXT NOT NULL,
        amount INTEGER NOT NULL,
        duration_ms INTEGER NOT NULL,
        tested_on INTEGER NOT NULL,
        ended_at INTEGER
      ) STRICT;
      CREATE UNIQUE INDEX plans_followed ON plans (person, challenge) WHERE ended_at IS NULL;
      CREATE INDEX plans_ended ON plans (person, challenge, ended_at) WHERE ended_at IS NOT NULL;

      CREATE TABLE plan_sessions (
        plan INTEGER NOT NULL REFERENCES plans (number) ON DELETE CASCADE,
        session INTEGER NOT NULL,
        sets INTEGER NOT NULL,
        day INTEGER NOT NULL,
        is_done INTEGER NOT NULL,
        PRIMARY KEY (plan, session)
      ) STRICT, WITHOUT ROWID;

      ALTER TABLE unfinished ADD COLUMN purpose TEXT;
      """)
}
