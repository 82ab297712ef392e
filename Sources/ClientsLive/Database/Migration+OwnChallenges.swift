extension Migration {
  /// Challenges that people made. Each change keeps the version before, so that it can be had back; a deleted one
  /// stays, for what was done in it needs its name and its scoring.
  static let ownChallenges = """
    CREATE TABLE own_challenges (
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL,
      name TEXT NOT NULL,
      kind TEXT NOT NULL,
      scored_by TEXT NOT NULL,
      amount INTEGER NOT NULL,
      how TEXT NOT NULL,
      is_current INTEGER NOT NULL,
      deleted_at INTEGER
    ) STRICT;
    CREATE INDEX own_challenges_by_id ON own_challenges (id);
    CREATE UNIQUE INDEX own_challenges_current ON own_challenges (is_current, id)
      WHERE is_current = 1;
    CREATE INDEX own_challenges_deleted ON own_challenges (is_current, deleted_at);
    """
}
