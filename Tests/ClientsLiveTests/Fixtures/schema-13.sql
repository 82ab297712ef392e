PRAGMA application_id = 1279345746;
PRAGMA user_version = 13;
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
INSERT INTO migrations VALUES (8, 'former names');
INSERT INTO migrations VALUES (9, 'days without the rows');
INSERT INTO migrations VALUES (10, 'training plans');
INSERT INTO migrations VALUES (11, 'rounds of own challenges');
INSERT INTO migrations VALUES (12, 'what an unfinished workout races against');
INSERT INTO migrations VALUES (13, 'places added up');
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
INSERT INTO workouts VALUES (8, X'080102030405060708090A0B0C0D0E0F', 1, 'burpees-100', 1777204800000, 27500, 18, X'DC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0B', NULL, NULL, 20569);
INSERT INTO workouts VALUES (9, X'090102030405060708090A0B0C0D0E0F', 2, 'pushups-2min', 1777809600000, 29000, 19, X'DC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0B', NULL, NULL, 20576);
INSERT INTO workouts VALUES (10, X'0A0102030405060708090A0B0C0D0E0F', 1, 'burpees-100', 1778414400000, 30500, 20, X'DC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0B', NULL, NULL, 20583);
INSERT INTO workouts VALUES (11, X'0B0102030405060708090A0B0C0D0E0F', 2, 'pushups-2min', 1779019200000, 32000, 21, X'DC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0B', NULL, NULL, 20590);
INSERT INTO workouts VALUES (12, X'0C0102030405060708090A0B0C0D0E0F', 1, 'burpees-100', 1779624000000, 33500, 22, X'DC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0B', NULL, NULL, 20597);
INSERT INTO workouts VALUES (13, X'0D0102030405060708090A0B0C0D0E0F', 2, 'pushups-2min', 1780228800000, 35000, 23, X'DC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0BDC0B', NULL, NULL, 20604);
CREATE TABLE unfinished (
  id BLOB PRIMARY KEY,
  person INTEGER NOT NULL REFERENCES people (id),
  challenge TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  elapsed_ms INTEGER NOT NULL,
  rep_log BLOB NOT NULL
, owner TEXT, kept_at INTEGER NOT NULL DEFAULT 0, purpose TEXT, ghost TEXT, ghost_log BLOB) STRICT, WITHOUT ROWID;
INSERT INTO unfinished VALUES (X'000102030405060708090A0B0C0D0E0F', 1, 'pushups-2min', 1772366400000, 5000, X'DC0BDC0BDC0B', 'gone', 1772366405000, 'test', 'Bob', X'DC0BDC0BDC0B');
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
INSERT INTO bests VALUES ('burpees-100', 0, 1, 999999999978, 1779624033500, 22, 33500, 12);
INSERT INTO bests VALUES ('burpees-100', 105670, 1, 999999999988, 1773576018500, 12, 18500, 2);
INSERT INTO bests VALUES ('burpees-100', 105672, 1, 999999999986, 1774785621500, 14, 21500, 4);
INSERT INTO bests VALUES ('burpees-100', 105674, 1, 999999999984, 1775995224500, 16, 24500, 6);
INSERT INTO bests VALUES ('burpees-100', 105676, 1, 999999999982, 1777204827500, 18, 27500, 8);
INSERT INTO bests VALUES ('burpees-100', 105678, 1, 999999999980, 1778414430500, 20, 30500, 10);
INSERT INTO bests VALUES ('burpees-100', 105680, 1, 999999999978, 1779624033500, 22, 33500, 12);
INSERT INTO bests VALUES ('pushups-2min', 0, 2, -23, 1780228835000, 23, 35000, 13);
INSERT INTO bests VALUES ('pushups-2min', 105671, 2, -13, 1774180820000, 13, 20000, 3);
INSERT INTO bests VALUES ('pushups-2min', 105673, 2, -15, 1775390423000, 15, 23000, 5);
INSERT INTO bests VALUES ('pushups-2min', 105675, 2, -17, 1776600026000, 17, 26000, 7);
INSERT INTO bests VALUES ('pushups-2min', 105677, 2, -19, 1777809629000, 19, 29000, 9);
INSERT INTO bests VALUES ('pushups-2min', 105679, 2, -21, 1779019232000, 21, 32000, 11);
INSERT INTO bests VALUES ('pushups-2min', 105681, 2, -23, 1780228835000, 23, 35000, 13);
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
, rounds TEXT NOT NULL DEFAULT '') STRICT;
INSERT INTO own_challenges VALUES (1, 'own-hop', 'Hop', 'core', 'time', 5, 'Jump.', 1, NULL, '3x60/30');
INSERT INTO own_challenges VALUES (2, 'own-old', 'Old', 'legs', 'hold', 0, '', 0, 1772366400000, '');
CREATE TABLE events (
  number INTEGER PRIMARY KEY,
  feature TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
INSERT INTO events VALUES (1, 'timer', 1772366400000);
CREATE TABLE former_names (
  name TEXT PRIMARY KEY,
  person INTEGER NOT NULL REFERENCES people (id)
) STRICT, WITHOUT ROWID;
INSERT INTO former_names VALUES ('Anna', 1);
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
INSERT INTO plans VALUES (1, X'0F0E0D0C0B0A09080706050403020100', 1, 'pushups-2min', 'reps', 20, 120000, 20513, NULL);
CREATE TABLE plan_sessions (
  plan INTEGER NOT NULL REFERENCES plans (number) ON DELETE CASCADE,
  session INTEGER NOT NULL,
  sets INTEGER NOT NULL,
  day INTEGER NOT NULL,
  is_done INTEGER NOT NULL,
  PRIMARY KEY (plan, session)
) STRICT, WITHOUT ROWID;
INSERT INTO plan_sessions VALUES (1, 1, 5, 20514, 1);
INSERT INTO plan_sessions VALUES (1, 2, 3, 20516, 0);
CREATE TABLE score_counts (
  challenge TEXT NOT NULL,
  week INTEGER NOT NULL,
  shift INTEGER NOT NULL,
  bucket INTEGER NOT NULL,
  people INTEGER NOT NULL,
  PRIMARY KEY (challenge, week, shift, bucket)
) STRICT, WITHOUT ROWID;
INSERT INTO score_counts VALUES ('burpees-100', 0, 0, 999999999978, 1);
INSERT INTO score_counts VALUES ('burpees-100', 0, 8, 3906249999, 1);
INSERT INTO score_counts VALUES ('burpees-100', 0, 16, 15258789, 1);
INSERT INTO score_counts VALUES ('burpees-100', 0, 24, 59604, 1);
INSERT INTO score_counts VALUES ('burpees-100', 0, 32, 232, 1);
INSERT INTO score_counts VALUES ('burpees-100', 105670, 0, 999999999988, 1);
INSERT INTO score_counts VALUES ('burpees-100', 105670, 8, 3906249999, 1);
INSERT INTO score_counts VALUES ('burpees-100', 105670, 16, 15258789, 1);
INSERT INTO score_counts VALUES ('burpees-100', 105670, 24, 59604, 1);
INSERT INTO score_counts VALUES ('burpees-100', 105670, 32, 232, 1);
INSERT INTO score_counts VALUES ('burpees-100', 105672, 0, 999999999986, 1);
INSERT INTO score_counts VALUES ('burpees-100', 105672, 8, 3906249999, 1);
INSERT INTO score_counts VALUES ('burpees-100', 105672, 16, 15258789, 1);
INSERT INTO score_counts VALUES ('burpees-100', 105672, 24, 59604, 1);
INSERT INTO score_counts VALUES ('burpees-100', 105672, 32, 232, 1);
INSERT INTO score_counts VALUES ('burpees-100', 105674, 0, 999999999984, 1);
INSERT INTO score_counts VALUES ('burpees-100', 105674, 8, 3906249999, 1);
INSERT INTO score_counts VALUES ('burpees-100', 105674, 16, 15258789, 1);
INSERT INTO score_counts VALUES ('burpees-100', 105674, 24, 59604, 1);
INSERT INTO score_counts VALUES ('burpees-100', 105674, 32, 232, 1);
INSERT INTO score_counts VALUES ('burpees-100', 105676, 0, 999999999982, 1);
INSERT INTO score_counts VALUES ('burpees-100', 105676, 8, 3906249999, 1);
INSERT INTO score_counts VALUES ('burpees-100', 105676, 16, 15258789, 1);
INSERT INTO score_counts VALUES ('burpees-100', 105676, 24, 59604, 1);
INSERT INTO score_counts VALUES ('burpees-100', 105676, 32, 232, 1);
INSERT INTO score_counts VALUES ('burpees-100', 105678, 0, 999999999980, 1);
INSERT INTO score_counts VALUES ('burpees-100', 105678, 8, 3906249999, 1);
INSERT INTO score_counts VALUES ('burpees-100', 105678, 16, 15258789, 1);
INSERT INTO score_counts VALUES ('burpees-100', 105678, 24, 59604, 1);
INSERT INTO score_counts VALUES ('burpees-100', 105678, 32, 232, 1);
INSERT INTO score_counts VALUES ('burpees-100', 105680, 0, 999999999978, 1);
INSERT INTO score_counts VALUES ('burpees-100', 105680, 8, 3906249999, 1);
INSERT INTO score_counts VALUES ('burpees-100', 105680, 16, 15258789, 1);
INSERT INTO score_counts VALUES ('burpees-100', 105680, 24, 59604, 1);
INSERT INTO score_counts VALUES ('burpees-100', 105680, 32, 232, 1);
INSERT INTO score_counts VALUES ('pushups-2min', 0, 0, -23, 1);
INSERT INTO score_counts VALUES ('pushups-2min', 0, 8, -1, 1);
INSERT INTO score_counts VALUES ('pushups-2min', 0, 16, -1, 1);
INSERT INTO score_counts VALUES ('pushups-2min', 0, 24, -1, 1);
INSERT INTO score_counts VALUES ('pushups-2min', 0, 32, -1, 1);
INSERT INTO score_counts VALUES ('pushups-2min', 105671, 0, -13, 1);
INSERT INTO score_counts VALUES ('pushups-2min', 105671, 8, -1, 1);
INSERT INTO score_counts VALUES ('pushups-2min', 105671, 16, -1, 1);
INSERT INTO score_counts VALUES ('pushups-2min', 105671, 24, -1, 1);
INSERT INTO score_counts VALUES ('pushups-2min', 105671, 32, -1, 1);
INSERT INTO score_counts VALUES ('pushups-2min', 105673, 0, -15, 1);
INSERT INTO score_counts VALUES ('pushups-2min', 105673, 8, -1, 1);
INSERT INTO score_counts VALUES ('pushups-2min', 105673, 16, -1, 1);
INSERT INTO score_counts VALUES ('pushups-2min', 105673, 24, -1, 1);
INSERT INTO score_counts VALUES ('pushups-2min', 105673, 32, -1, 1);
INSERT INTO score_counts VALUES ('pushups-2min', 105675, 0, -17, 1);
INSERT INTO score_counts VALUES ('pushups-2min', 105675, 8, -1, 1);
INSERT INTO score_counts VALUES ('pushups-2min', 105675, 16, -1, 1);
INSERT INTO score_counts VALUES ('pushups-2min', 105675, 24, -1, 1);
INSERT INTO score_counts VALUES ('pushups-2min', 105675, 32, -1, 1);
INSERT INTO score_counts VALUES ('pushups-2min', 105677, 0, -19, 1);
INSERT INTO score_counts VALUES ('pushups-2min', 105677, 8, -1, 1);
INSERT INTO score_counts VALUES ('pushups-2min', 105677, 16, -1, 1);
INSERT INTO score_counts VALUES ('pushups-2min', 105677, 24, -1, 1);
INSERT INTO score_counts VALUES ('pushups-2min', 105677, 32, -1, 1);
INSERT INTO score_counts VALUES ('pushups-2min', 105679, 0, -21, 1);
INSERT INTO score_counts VALUES ('pushups-2min', 105679, 8, -1, 1);
INSERT INTO score_counts VALUES ('pushups-2min', 105679, 16, -1, 1);
INSERT INTO score_counts VALUES ('pushups-2min', 105679, 24, -1, 1);
INSERT INTO score_counts VALUES ('pushups-2min', 105679, 32, -1, 1);
INSERT INTO score_counts VALUES ('pushups-2min', 105681, 0, -23, 1);
INSERT INTO score_counts VALUES ('pushups-2min', 105681, 8, -1, 1);
INSERT INTO score_counts VALUES ('pushups-2min', 105681, 16, -1, 1);
INSERT INTO score_counts VALUES ('pushups-2min', 105681, 24, -1, 1);
INSERT INTO score_counts VALUES ('pushups-2min', 105681, 32, -1, 1);
CREATE INDEX unfinished_of_person ON unfinished (person, started_at);
CREATE INDEX bests_in_order ON bests (challenge, week, rank_key, achieved_at, person);
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
CREATE INDEX workouts_by_day ON workouts (person, day, duration_ms, reps, deleted_at)
  WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX plans_followed ON plans (person, challenge) WHERE ended_at IS NULL;
CREATE INDEX plans_ended ON plans (person, challenge, ended_at) WHERE ended_at IS NOT NULL;
CREATE TRIGGER bests_come AFTER INSERT ON bests BEGIN
  INSERT INTO score_counts
  SELECT NEW.challenge, NEW.week, column1, NEW.rank_key >> column1, 1
  FROM (VALUES (0), (8), (16), (24), (32)) WHERE true
  ON CONFLICT DO UPDATE SET people = people + excluded.people;
END;
CREATE TRIGGER bests_change AFTER UPDATE OF challenge, week, rank_key ON bests BEGIN
  INSERT INTO score_counts
  SELECT OLD.challenge, OLD.week, column1, OLD.rank_key >> column1, -1
  FROM (VALUES (0), (8), (16), (24), (32)) WHERE true
  ON CONFLICT DO UPDATE SET people = people + excluded.people;
  INSERT INTO score_counts
  SELECT NEW.challenge, NEW.week, column1, NEW.rank_key >> column1, 1
  FROM (VALUES (0), (8), (16), (24), (32)) WHERE true
  ON CONFLICT DO UPDATE SET people = people + excluded.people;
END;
CREATE TRIGGER bests_go AFTER DELETE ON bests BEGIN
  INSERT INTO score_counts
  SELECT OLD.challenge, OLD.week, column1, OLD.rank_key >> column1, -1
  FROM (VALUES (0), (8), (16), (24), (32)) WHERE true
  ON CONFLICT DO UPDATE SET people = people + excluded.people;
END;
CREATE TRIGGER score_counts_run_out AFTER UPDATE ON score_counts WHEN NEW.people = 0 BEGIN
  DELETE FROM score_counts
  WHERE challenge = NEW.challenge AND week = NEW.week AND shift = NEW.shift
    AND bucket = NEW.bucket;
END;
CREATE INDEX bests_of_all_time ON bests (person, achieved_at) WHERE week = 0;
CREATE INDEX bests_of_weeks ON bests (person, challenge, rank_key, achieved_at, week)
  WHERE week > 0;
