PRAGMA application_id = 1279345746;
PRAGMA user_version = 3;
CREATE TABLE migrations (
  version INTEGER PRIMARY KEY,
  name TEXT NOT NULL
) STRICT;
INSERT INTO migrations VALUES (1, 'people, workouts, leaderboards');
INSERT INTO migrations VALUES (2, 'whose running workout it is');
INSERT INTO migrations VALUES (3, 'when an unfinished workout was kept');
CREATE TABLE people (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;
INSERT INTO people VALUES (1, 'Ann');
INSERT INTO people VALUES (2, 'Bob');
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
INSERT INTO workouts VALUES (1, X'010102030405060708090A0B0C0D0E0F', 2, 'pushups-2min', 1772971200000, 17000, 11, X'DC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0B');
INSERT INTO workouts VALUES (2, X'020102030405060708090A0B0C0D0E0F', 1, 'burpees-100', 1773576000000, 18500, 12, X'DC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0B');
INSERT INTO workouts VALUES (3, X'030102030405060708090A0B0C0D0E0F', 2, 'pushups-2min', 1774180800000, 20000, 13, X'DC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0B');
CREATE TABLE unfinished (
  id BLOB PRIMARY KEY,
  person INTEGER NOT NULL REFERENCES people (id),
  challenge TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  elapsed_ms INTEGER NOT NULL,
  rep_log BLOB NOT NULL
, owner TEXT, kept_at INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
INSERT INTO unfinished VALUES (X'000102030405060708090A0B0C0D0E0F', 1, 'pushups-2min', 1772366400000, 5000, X'DC0BDC0BDC0B', 'gone', 1772366405000);
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
INSERT INTO bests VALUES ('burpees-100', 0, 1, 999999999988, 1773576018500, 12, 18500, 2);
INSERT INTO bests VALUES ('burpees-100', 105670, 1, 999999999988, 1773576018500, 12, 18500, 2);
INSERT INTO bests VALUES ('pushups-2min', 0, 2, -13, 1774180820000, 13, 20000, 3);
INSERT INTO bests VALUES ('pushups-2min', 105669, 2, -11, 1772971217000, 11, 17000, 1);
INSERT INTO bests VALUES ('pushups-2min', 105671, 2, -13, 1774180820000, 13, 20000, 3);
CREATE INDEX workouts_of_person ON workouts (person, started_at, id);
CREATE INDEX workouts_of_person_in_challenge
  ON workouts (person, challenge, started_at, id);
CREATE INDEX unfinished_of_person ON unfinished (person, started_at);
CREATE INDEX bests_in_order ON bests (challenge, week, rank_key, achieved_at, person);
CREATE INDEX bests_of_person ON bests (person);
CREATE INDEX bests_of_workout ON bests (workout);
