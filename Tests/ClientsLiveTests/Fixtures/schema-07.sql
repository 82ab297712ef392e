PRAGMA application_id = 1279345746;
PRAGMA user_version = 7;
CREATE TABLE migrations (
  version INTEGER PRIMARY KEY,
  name TEXT NOT NULL
) STRICT;
INSERT INTO migrations VALUES (1, 'people, workouts, leaderboards');
INSERT INTO migrations VALUES (2, 'whose running workout it is');
INSERT INTO migrations VALUES (3, 'when an unfinished workout was kept');
INSERT INTO migrations VALUES (4, 'trash');
INSERT INTO migrations VALUES (5, 'own challenges');
INSERT INTO migrations VALUES (6, 'days');
INSERT INTO migrations VALUES (7, 'usage events');
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
, deleted_at INTEGER, replaces INTEGER
  REFERENCES workouts (number) ON DELETE SET NULL, day INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO workouts VALUES (1, X'010102030405060708090A0B0C0D0E0F', 2, 'pushups-2min', 1772971200000, 17000, 11, X'DC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0B', 1772366400000, NULL, 20520);
INSERT INTO workouts VALUES (2, X'020102030405060708090A0B0C0D0E0F', 1, 'burpees-100', 1773576000000, 18500, 12, X'DC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0B', NULL, NULL, 20527);
INSERT INTO workouts VALUES (3, X'030102030405060708090A0B0C0D0E0F', 2, 'pushups-2min', 1774180800000, 20000, 13, X'DC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0B', NULL, NULL, 20534);
INSERT INTO workouts VALUES (4, X'040102030405060708090A0B0C0D0E0F', 1, 'burpees-100', 1774785600000, 21500, 14, X'DC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0B', NULL, NULL, 20541);
INSERT INTO workouts VALUES (5, X'050102030405060708090A0B0C0D0E0F', 2, 'pushups-2min', 1775390400000, 23000, 15, X'DC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0B', NULL, NULL, 20548);
INSERT INTO workouts VALUES (6, X'060102030405060708090A0B0C0D0E0F', 1, 'burpees-100', 1775995200000, 24500, 16, X'DC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0B', NULL, NULL, 20555);
INSERT INTO workouts VALUES (7, X'070102030405060708090A0B0C0D0E0F', 2, 'pushups-2min', 1776600000000, 26000, 17, X'DC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0B', NULL, NULL, 20562);
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
INSERT INTO bests VALUES ('burpees-100', 0, 1, 999999999984, 1775995224500, 16, 24500, 6);
INSERT INTO bests VALUES ('burpees-100', 105670, 1, 999999999988, 1773576018500, 12, 18500, 2);
INSERT INTO bests VALUES ('burpees-100', 105672, 1, 999999999986, 1774785621500, 14, 21500, 4);
INSERT INTO bests VALUES ('burpees-100', 105674, 1, 999999999984, 1775995224500, 16, 24500, 6);
INSERT INTO bests VALUES ('pushups-2min', 0, 2, -17, 1776600026000, 17, 26000, 7);
INSERT INTO bests VALUES ('pushups-2min', 105671, 2, -13, 1774180820000, 13, 20000, 3);
INSERT INTO bests VALUES ('pushups-2min', 105673, 2, -15, 1775390423000, 15, 23000, 5);
INSERT INTO bests VALUES ('pushups-2min', 105675, 2, -17, 1776600026000, 17, 26000, 7);
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
INSERT INTO own_challenges VALUES (1, 'own-hop', 'Hop', 'core', 'time', 5, 'Jump.', 1, NULL);
INSERT INTO own_challenges VALUES (2, 'own-old', 'Old', 'legs', 'hold', 0, '', 0, 1772366400000);
CREATE TABLE events (
  number INTEGER PRIMARY KEY,
  feature TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
INSERT INTO events VALUES (1, 'timer', 1772366400000);
CREATE INDEX unfinished_of_person ON unfinished (person, started_at);
CREATE INDEX bests_in_order ON bests (challenge, week, rank_key, achieved_at, person);
CREATE INDEX bests_of_person ON bests (person);
CREATE INDEX bests_of_workout ON bests (workout);
CREATE INDEX workouts_of_person ON workouts (person, started_at, id)
  WHERE deleted_at IS NULL;
CREATE INDEX workouts_of_person_in_challenge ON workouts (person, challenge, started_at, id)
  WHERE deleted_at IS NULL;
CREATE INDEX workouts_in_trash ON workouts (person, deleted_at)
  WHERE deleted_at IS NOT NULL;
CREATE INDEX workouts_replacing ON workouts (replaces) WHERE replaces IS NOT NULL;
CREATE INDEX own_challenges_by_id ON own_challenges (id);
CREATE UNIQUE INDEX own_challenges_current ON own_challenges (is_current, id)
  WHERE is_current = 1;
CREATE INDEX own_challenges_deleted ON own_challenges (is_current, deleted_at);
CREATE INDEX workouts_by_day ON workouts (person, day, duration_ms, reps)
  WHERE deleted_at IS NULL;
