-- The database of Ladder, version 1: what a new file is made with, as it stands here, before later versions change it.
--
-- A later version is a migration behind this one (DatabaseFormat+Ladder.swift), and this file stays what it is once it was
-- released. A file is used only if each of its statements is one that these make, to the letter but for lines that are
-- comments. Each statement ends with an empty line and has none in itself.
--
-- Columns that end in _at are milliseconds since 1970 in UTC, those in _ms durations in milliseconds without pauses. A
-- challenge is known by its key in the catalogue or in own_challenges. A rank key is a score as an ascending number: the
-- smaller, the better. Logs come last in a row, because what is behind them could only be read past them.

-- People, by their names.

CREATE TABLE people (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;

-- Names that people had before: they still mean the same person.

CREATE TABLE former_names (
  name TEXT PRIMARY KEY,
  person INTEGER NOT NULL REFERENCES people (id)
) STRICT, WITHOUT ROWID;

-- Finished workouts. A log is one value of about two bytes a rep, not a row a rep: it is written once, always read whole,
-- and a million workouts would be a hundred million rows.
--
-- A deleted workout is marked and stays for a while, and so does one that a corrected copy replaces. The indexes leave
-- those out, so that they cost the lists nothing.

CREATE TABLE workouts (
  number INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE,
  person INTEGER NOT NULL REFERENCES people (id),
  challenge TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  -- The local day it began on, counted from 1970-01-01: a journey moves it to no other day.
  day INTEGER NOT NULL,
  duration_ms INTEGER NOT NULL,
  reps INTEGER NOT NULL,
  deleted_at INTEGER,
  replaces INTEGER REFERENCES workouts (number) ON DELETE SET NULL,
  rep_log BLOB NOT NULL
) STRICT;

CREATE INDEX workouts_of_person ON workouts (person, started_at, id)
  WHERE deleted_at IS NULL;

CREATE INDEX workouts_of_person_in_challenge ON workouts (person, challenge, started_at, id)
  WHERE deleted_at IS NULL;

CREATE INDEX workouts_in_trash ON workouts (person, deleted_at)
  WHERE deleted_at IS NOT NULL;

CREATE INDEX workouts_replacing ON workouts (replaces) WHERE replaces IS NOT NULL;

-- Running workouts, and those that were left. They are kept apart, so that their rows stay short-lived and small, and no
-- query for finished ones has to leave them out. A log is rewritten whole at every checkpoint: a page or two, and a
-- checkpoint that was lost is made good by the next.

CREATE TABLE unfinished (
  id BLOB PRIMARY KEY,
  person INTEGER NOT NULL REFERENCES people (id),
  challenge TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  elapsed_ms INTEGER NOT NULL,
  kept_at INTEGER NOT NULL,
  -- The process that has it in hand.
  owner TEXT,
  -- What it was begun for, if for a set of a plan.
  purpose TEXT,
  -- What it races against: what the screen calls that, and its log.
  ghost TEXT,
  rep_log BLOB NOT NULL,
  ghost_log BLOB
) STRICT, WITHOUT ROWID;

CREATE INDEX unfinished_of_person ON unfinished (person, started_at);

-- Each person's best in a challenge, for all time (week 0) and for each week (Week.number), kept up to date when a
-- workout is saved: a page of a leaderboard reads its own rows and no others.

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

-- A person's records are few, and the bests of their weeks are many: an index of each.

CREATE INDEX bests_of_all_time ON bests (person, achieved_at) WHERE week = 0;

-- The next best of all time, once the workout that was it is gone.

CREATE INDEX bests_of_weeks ON bests (person, challenge, rank_key, achieved_at, week)
  WHERE week > 0;

CREATE INDEX bests_of_workout ON bests (workout);

-- How many people have which score, so that a place is added up and not counted row by row.
--
-- The digits of a rank key to the base 256 make a tree: a row with shift 8 has all whose keys are the same but for their
-- lowest eight bits. What stands above a key is, on each level, what lies before it under the same row of the level above:
-- a few hundred rows at most, however many people there are. A best that comes, goes or changes moves five rows.
--
-- Triggers keep it, so that it is right whichever program writes to bests.

CREATE TABLE score_counts (
  challenge TEXT NOT NULL,
  week INTEGER NOT NULL,
  shift INTEGER NOT NULL,
  bucket INTEGER NOT NULL,
  people INTEGER NOT NULL,
  PRIMARY KEY (challenge, week, shift, bucket)
) STRICT, WITHOUT ROWID;

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

-- What each person has done, added up by days, by weeks and in all.
--
-- The calendars: 0 has one period, everything; 1, 6 and 7 have the weeks that begin on a Monday, a Saturday, a Sunday; 8
-- has days. Weeks are counted from long before there were any (the 1400003 and its like), since SQL divides toward zero.
-- Triggers keep the rows as they keep score_counts.

CREATE TABLE periods (
  person INTEGER NOT NULL REFERENCES people (id),
  calendar INTEGER NOT NULL,
  number INTEGER NOT NULL,
  workouts INTEGER NOT NULL,
  reps INTEGER NOT NULL,
  duration_ms INTEGER NOT NULL,
  PRIMARY KEY (person, calendar, number)
) STRICT, WITHOUT ROWID;

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

CREATE TRIGGER periods_run_out AFTER UPDATE ON periods WHEN NEW.workouts = 0 BEGIN
  DELETE FROM periods
  WHERE person = NEW.person AND calendar = NEW.calendar AND number = NEW.number;
END;

-- Periods that follow each other without a gap: streaks. What is in a run follows from the periods alone.

CREATE TABLE runs (
  person INTEGER NOT NULL REFERENCES people (id),
  calendar INTEGER NOT NULL,
  last INTEGER NOT NULL,
  first INTEGER NOT NULL,
  PRIMARY KEY (person, calendar, last)
) STRICT, WITHOUT ROWID;

-- The longest.

CREATE INDEX runs_by_length ON runs (person, calendar, last - first);

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

-- Challenges that people made. Each change keeps the version before, so that it can be taken back; a deleted one stays, as
-- what was done in it needs its name and its scoring.

CREATE TABLE own_challenges (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  scored_by TEXT NOT NULL,
  amount INTEGER NOT NULL,
  how TEXT NOT NULL,
  rounds TEXT NOT NULL,
  is_current INTEGER NOT NULL,
  deleted_at INTEGER
) STRICT;

CREATE INDEX own_challenges_by_id ON own_challenges (id);

CREATE UNIQUE INDEX own_challenges_current ON own_challenges (is_current, id)
  WHERE is_current = 1;

CREATE INDEX own_challenges_deleted ON own_challenges (is_current, deleted_at);

-- Training plans: the test that a plan follows from, and what was done of it. Its sessions follow from a rule and are not
-- kept. A plan that was given up or replaced stays, so that it can be taken back.

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

-- Which features were used, for those who asked for it.

CREATE TABLE events (
  number INTEGER PRIMARY KEY,
  feature TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;

