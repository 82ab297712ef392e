CREATE INDEX bests_in_order ON bests (challenge, week, rank_key, achieved_at, person);

CREATE INDEX bests_of_all_time ON bests (person, achieved_at) WHERE week = 0;

CREATE INDEX bests_of_weeks ON bests (person, challenge, rank_key, achieved_at, week)
  WHERE week > 0;

CREATE INDEX bests_of_workout ON bests (workout);

CREATE INDEX own_challenges_by_id ON own_challenges (id);

CREATE INDEX own_challenges_deleted ON own_challenges (is_current, deleted_at);

CREATE INDEX plans_ended ON plans (person, challenge, ended_at) WHERE ended_at IS NOT NULL;

CREATE INDEX runs_by_length ON runs (person, calendar, last - first);

CREATE INDEX unfinished_of_person ON unfinished (person, started_at);

CREATE INDEX workouts_in_trash ON workouts (person, deleted_at)
  WHERE deleted_at IS NOT NULL;

CREATE INDEX workouts_of_person ON workouts (person, started_at, id)
  WHERE deleted_at IS NULL;

CREATE INDEX workouts_of_person_in_challenge ON workouts (person, challenge, started_at, id)
  WHERE deleted_at IS NULL;

CREATE INDEX workouts_replacing ON workouts (replaces) WHERE replaces IS NOT NULL;

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

CREATE TABLE events (
  number INTEGER PRIMARY KEY,
  feature TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;

CREATE TABLE former_names (
  name TEXT PRIMARY KEY,
  person INTEGER NOT NULL REFERENCES people (id)
) STRICT, WITHOUT ROWID;

CREATE TABLE migrations (
  version INTEGER PRIMARY KEY,
  name TEXT NOT NULL
) STRICT;

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

CREATE TABLE people (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE periods (
  person INTEGER NOT NULL REFERENCES people (id),
  calendar INTEGER NOT NULL,
  number INTEGER NOT NULL,
  workouts INTEGER NOT NULL,
  reps INTEGER NOT NULL,
  duration_ms INTEGER NOT NULL,
  PRIMARY KEY (person, calendar, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE plan_sessions (
  plan INTEGER NOT NULL REFERENCES plans (number) ON DELETE CASCADE,
  session INTEGER NOT NULL,
  sets INTEGER NOT NULL,
  day INTEGER NOT NULL,
  is_done INTEGER NOT NULL,
  PRIMARY KEY (plan, session)
) STRICT, WITHOUT ROWID;

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

CREATE TABLE runs (
  person INTEGER NOT NULL REFERENCES people (id),
  calendar INTEGER NOT NULL,
  last INTEGER NOT NULL,
  first INTEGER NOT NULL,
  PRIMARY KEY (person, calendar, last)
) STRICT, WITHOUT ROWID;

CREATE TABLE score_counts (
  challenge TEXT NOT NULL,
  week INTEGER NOT NULL,
  shift INTEGER NOT NULL,
  bucket INTEGER NOT NULL,
  people INTEGER NOT NULL,
  PRIMARY KEY (challenge, week, shift, bucket)
) STRICT, WITHOUT ROWID;

CREATE TABLE unfinished (
  id BLOB PRIMARY KEY,
  person INTEGER NOT NULL REFERENCES people (id),
  challenge TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  elapsed_ms INTEGER NOT NULL,
  rep_log BLOB NOT NULL
, owner TEXT, kept_at INTEGER NOT NULL DEFAULT 0, purpose TEXT, ghost TEXT, ghost_log BLOB) STRICT, WITHOUT ROWID;

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

CREATE TRIGGER bests_come AFTER INSERT ON bests BEGIN
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

CREATE TRIGGER periods_run_out AFTER UPDATE ON periods WHEN NEW.workouts = 0 BEGIN
  DELETE FROM periods
  WHERE person = NEW.person AND calendar = NEW.calendar AND number = NEW.number;
END;

CREATE TRIGGER runs_break AFTER DELETE ON periods WHEN OLD.calendar > 0 BEGIN
  -- What is before it becomes a run of its own; what is behind keeps the row.
  INSERT INTO runs (person, calendar, last, first)
    SELECT person, calendar, OLD.number - 1, first FROM (
      SELECT person, calendar, first FROM runs WHERE person = OLD.person
        AND calendar = OLD.calendar AND last >= OLD.number ORDER BY last LIMIT 1)
    WHERE first < OLD.number;
  UPDATE runs SET first = OLD.number + 1
    WHERE person = OLD.person AND calendar = OLD.calendar
      AND last = (SELECT min(last) FROM runs WHERE person = OLD.person
        AND calendar = OLD.calendar AND last >= OLD.number);
  DELETE FROM runs WHERE person = OLD.person AND calendar = OLD.calendar
    AND last = OLD.number;
END;

CREATE TRIGGER runs_grow AFTER INSERT ON periods WHEN NEW.calendar > 0 BEGIN
  -- One that begins with the run that ended just before.
  INSERT INTO runs (person, calendar, last, first)
    VALUES (NEW.person, NEW.calendar, NEW.number, coalesce(
      (SELECT first FROM runs WHERE person = NEW.person AND calendar = NEW.calendar
        AND last = NEW.number - 1), NEW.number));
  DELETE FROM runs WHERE person = NEW.person AND calendar = NEW.calendar
    AND last = NEW.number - 1;
  -- The next one takes it in, if it begins just behind.
  UPDATE runs SET first =
      (SELECT first FROM runs WHERE person = NEW.person AND calendar = NEW.calendar
        AND last = NEW.number)
    WHERE person = NEW.person AND calendar = NEW.calendar AND first = NEW.number + 1
      AND last = (SELECT min(last) FROM runs WHERE person = NEW.person
        AND calendar = NEW.calendar AND last > NEW.number);
  DELETE FROM runs WHERE person = NEW.person AND calendar = NEW.calendar
    AND last = NEW.number
    AND (SELECT first FROM runs WHERE person = NEW.person AND calendar = NEW.calendar
      AND last > NEW.number ORDER BY last LIMIT 1) <= NEW.number;
END;

CREATE TRIGGER score_counts_run_out AFTER UPDATE ON score_counts WHEN NEW.people = 0 BEGIN
  DELETE FROM score_counts
  WHERE challenge = NEW.challenge AND week = NEW.week AND shift = NEW.shift
    AND bucket = NEW.bucket;
END;

CREATE TRIGGER workouts_change_from
  AFTER UPDATE OF person, day, reps, duration_ms, deleted_at ON workouts
  WHEN OLD.deleted_at IS NULL BEGIN
  INSERT INTO periods (person, calendar, number, workouts, reps, duration_ms)
  SELECT OLD.person, column1, column2, -1, -OLD.reps,
    -OLD.duration_ms
  FROM (VALUES (0, 0), (1, (OLD.day + 1400003) / 7),
    (6, (OLD.day + 1399998) / 7),
    (7, (OLD.day + 1399997) / 7), (8, OLD.day)) WHERE true
  ON CONFLICT DO UPDATE SET workouts = workouts + excluded.workouts,
    reps = reps + excluded.reps, duration_ms = duration_ms + excluded.duration_ms;
END;

CREATE TRIGGER workouts_change_to
  AFTER UPDATE OF person, day, reps, duration_ms, deleted_at ON workouts
  WHEN NEW.deleted_at IS NULL BEGIN
  INSERT INTO periods (person, calendar, number, workouts, reps, duration_ms)
  SELECT NEW.person, column1, column2, +1, +NEW.reps,
    +NEW.duration_ms
  FROM (VALUES (0, 0), (1, (NEW.day + 1400003) / 7),
    (6, (NEW.day + 1399998) / 7),
    (7, (NEW.day + 1399997) / 7), (8, NEW.day)) WHERE true
  ON CONFLICT DO UPDATE SET workouts = workouts + excluded.workouts,
    reps = reps + excluded.reps, duration_ms = duration_ms + excluded.duration_ms;
END;

CREATE TRIGGER workouts_come AFTER INSERT ON workouts WHEN NEW.deleted_at IS NULL BEGIN
  INSERT INTO periods (person, calendar, number, workouts, reps, duration_ms)
  SELECT NEW.person, column1, column2, +1, +NEW.reps,
    +NEW.duration_ms
  FROM (VALUES (0, 0), (1, (NEW.day + 1400003) / 7),
    (6, (NEW.day + 1399998) / 7),
    (7, (NEW.day + 1399997) / 7), (8, NEW.day)) WHERE true
  ON CONFLICT DO UPDATE SET workouts = workouts + excluded.workouts,
    reps = reps + excluded.reps, duration_ms = duration_ms + excluded.duration_ms;
END;

CREATE TRIGGER workouts_go AFTER DELETE ON workouts WHEN OLD.deleted_at IS NULL BEGIN
  INSERT INTO periods (person, calendar, number, workouts, reps, duration_ms)
  SELECT OLD.person, column1, column2, -1, -OLD.reps,
    -OLD.duration_ms
  FROM (VALUES (0, 0), (1, (OLD.day + 1400003) / 7),
    (6, (OLD.day + 1399998) / 7),
    (7, (OLD.day + 1399997) / 7), (8, OLD.day)) WHERE true
  ON CONFLICT DO UPDATE SET workouts = workouts + excluded.workouts,
    reps = reps + excluded.reps, duration_ms = duration_ms + excluded.duration_ms;
END;

CREATE UNIQUE INDEX own_challenges_current ON own_challenges (is_current, id)
  WHERE is_current = 1;

CREATE UNIQUE INDEX plans_followed ON plans (person, challenge) WHERE ended_at IS NULL;

