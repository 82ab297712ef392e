-- Version 1 of Ladder's database.
--
-- Later versions will be migrations (DatabaseFormat.ladder). Once version 1 is released, the statements in this file
-- must not change. Ladder opens a database only if its statements are exactly those of this file and the migrations,
-- apart from comment lines. An empty line ends each statement; a statement contains none.
--
-- Columns ending in _at are milliseconds since 1970 in UTC, those ending in _ms are durations in milliseconds without
-- pauses. A challenge is identified by its ID in the catalogue or in own_challenges. A rank key is a score as a number:
-- the smaller, the better. Logs are the last columns of a row, because SQLite reads a column by skipping those before it.

-- Imported files. The rows of an import have its number, so that "ladder import --undo" can remove them.

CREATE TABLE imports (
  number INTEGER PRIMARY KEY,
  file TEXT NOT NULL,
  format TEXT NOT NULL,
  imported_at INTEGER NOT NULL
) STRICT;

-- People, identified by their names.

CREATE TABLE people (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  import INTEGER REFERENCES imports (number)
) STRICT;

CREATE INDEX people_of_import ON people (import) WHERE import IS NOT NULL;

CREATE INDEX people_in_any_case ON people (name COLLATE NOCASE);

-- Former names of people. They still identify the same person.

CREATE TABLE former_names (
  name TEXT PRIMARY KEY,
  person INTEGER NOT NULL REFERENCES people (id),
  import INTEGER REFERENCES imports (number)
) STRICT, WITHOUT ROWID;

CREATE INDEX former_names_of_import ON former_names (import) WHERE import IS NOT NULL;

CREATE INDEX former_names_in_any_case ON former_names (name COLLATE NOCASE);

-- Finished workouts. A log (WorkoutLog) has all events of a workout in one value, with about two bytes for each rep,
-- instead of a row for each event: a log is written once and always read whole, and a million workouts would need 100
-- million rows. The columns day, duration_ms, reps, counts and provenance, and the tables strength_sets, bests,
-- score_counts, periods and runs are derived from the logs. "ladder doctor" compares and recomputes them.
--
-- A deleted workout, or one that a correction replaces, is marked and stays during the retention period of the trash. The
-- indexes for lists do not contain it.

CREATE TABLE workouts (
  number INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE,
  person INTEGER NOT NULL REFERENCES people (id),
  challenge TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  -- The time zone at the start, in seconds east of UTC.
  utc_offset INTEGER NOT NULL,
  -- The day of the local start, in days since 1970-01-01, which begins at the time in day_start. It stays the same if the
  -- time zone changes later.
  day INTEGER NOT NULL,
  duration_ms INTEGER NOT NULL,
  reps INTEGER NOT NULL,
  -- 0 for a workout without a score, which is in no total.
  counts INTEGER NOT NULL,
  provenance INTEGER NOT NULL,
  deleted_at INTEGER,
  replaces INTEGER REFERENCES workouts (number) ON DELETE SET NULL,
  import INTEGER REFERENCES imports (number),
  note TEXT,
  figures TEXT,
  log BLOB NOT NULL
) STRICT;

CREATE INDEX workouts_of_person ON workouts (person, started_at, id)
  WHERE deleted_at IS NULL;

CREATE INDEX workouts_of_person_in_challenge ON workouts (person, challenge, started_at, id)
  WHERE deleted_at IS NULL;

CREATE INDEX workouts_in_trash ON workouts (person, deleted_at)
  WHERE deleted_at IS NOT NULL;

CREATE INDEX workouts_replacing ON workouts (replaces) WHERE replaces IS NOT NULL;

CREATE INDEX workouts_of_import ON workouts (import) WHERE import IS NOT NULL;

CREATE INDEX workouts_with_figures ON workouts (person, started_at, id)
  WHERE figures IS NOT NULL AND deleted_at IS NULL;

-- The time at which days begin, in minutes after midnight, from the settings; midnight without a row.

CREATE TABLE day_start (
  number INTEGER PRIMARY KEY CHECK (number = 0),
  minutes INTEGER NOT NULL
) STRICT;

-- The columns of workouts, and the names of their people.

CREATE VIEW workouts_with_names AS
SELECT p.name AS user, w.* FROM workouts w JOIN people p ON p.id = w.person;

-- Running and abandoned workouts. They have a separate table, so that queries for finished workouts need not exclude
-- them. Each checkpoint rewrites the whole log, which is a page or two. A lost checkpoint is replaced by the next one.

CREATE TABLE unfinished (
  id BLOB PRIMARY KEY,
  person INTEGER NOT NULL REFERENCES people (id),
  challenge TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  utc_offset INTEGER NOT NULL,
  duration_ms INTEGER NOT NULL,
  kept_at INTEGER NOT NULL,
  -- The process that runs the workout.
  owner TEXT,
  -- The set of a plan that the workout performs.
  purpose TEXT,
  -- The name of the earlier workout to race against; its log is ghost_log.
  ghost TEXT,
  log BLOB NOT NULL,
  ghost_log BLOB
) STRICT, WITHOUT ROWID;

CREATE INDEX unfinished_of_person ON unfinished (person, started_at);

-- The sets of finished strength sessions, for queries by exercise. The key is equal for all spellings of an exercise's
-- name.

CREATE TABLE strength_sets (
  workout BLOB NOT NULL,
  number INTEGER NOT NULL,
  person INTEGER NOT NULL REFERENCES people (id),
  exercise TEXT NOT NULL,
  key TEXT NOT NULL,
  done_at INTEGER NOT NULL,
  entry TEXT NOT NULL,
  PRIMARY KEY (workout, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX strength_sets_of_exercise ON strength_sets (person, key, done_at);

-- Finds the earliest of several equal sets.

CREATE INDEX strength_sets_of_entry ON strength_sets (person, key, entry, done_at);

CREATE TRIGGER workouts_go_with_sets AFTER DELETE ON workouts BEGIN
  DELETE FROM strength_sets WHERE workout = OLD.id;
END;

-- A person's settings for an exercise.

CREATE TABLE exercise_settings (
  person INTEGER NOT NULL REFERENCES people (id),
  key TEXT NOT NULL,
  exercise TEXT NOT NULL,
  rule TEXT,
  note TEXT,
  new_name TEXT,
  unit TEXT,
  -- The muscle group that the person chose.
  muscles TEXT,
  -- The text of the bar and plates that the person chose.
  bar TEXT,
  import INTEGER REFERENCES imports (number),
  PRIMARY KEY (person, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX exercise_settings_of_import ON exercise_settings (import) WHERE import IS NOT NULL;

-- The rest after a person's last set.

CREATE TABLE rests (
  person INTEGER PRIMARY KEY REFERENCES people (id),
  challenge TEXT NOT NULL,
  ends_at INTEGER NOT NULL,
  owner TEXT NOT NULL
) STRICT;

-- Each person's best in a challenge, of all time (week 0) and of each week (Week.number), updated when a workout is
-- saved. Leaderboards of live workouts use negative weeks: -1 for all time. A page of a leaderboard reads only its
-- own rows.

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

-- A person has few bests of all time and many weekly bests, so each kind has an index.

CREATE INDEX bests_of_all_time ON bests (person, achieved_at) WHERE week = 0;

-- Two indexes to find the next best of all time when the workout of the current best is deleted.

CREATE INDEX bests_of_weeks ON bests (person, challenge, rank_key, achieved_at, week)
  WHERE week > 0;

CREATE INDEX bests_of_live_weeks ON bests (person, challenge, rank_key, achieved_at, week)
  WHERE week < -1;

CREATE INDEX bests_of_workout ON bests (workout);

-- The columns of bests, the names of their people, and the columns of workouts that leaderboards show.

CREATE VIEW bests_with_names AS
SELECT p.name AS user, w.id, w.provenance, w.utc_offset, b.*
FROM bests b JOIN people p ON p.id = b.person JOIN workouts w ON w.number = b.workout;

-- The number of people with each score, from which a place is computed without counting row by row.
--
-- The base-256 digits of rank keys form a tree: a row with shift 8 counts the people whose keys differ only in the
-- lowest eight bits. The number of people before a key is the sum, over all levels, of the earlier siblings of its row,
-- which are about a thousand rows at most. Inserting or deleting a best updates five rows; changing a best, ten.
--
-- Triggers update the table, so that it is correct for every program that writes to bests.

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

-- The totals of each person by day, by week and overall.
--
-- Calendar 0 has one period for everything; 1, 6 and 7 have the weeks that begin on Monday, Saturday and Sunday; 8 has
-- days. The offsets near 1400000 days make all dividends positive, because SQL's division rounds toward zero. Triggers
-- update the rows, as in score_counts.

CREATE TABLE periods (
  person INTEGER NOT NULL REFERENCES people (id),
  calendar INTEGER NOT NULL,
  number INTEGER NOT NULL,
  workouts INTEGER NOT NULL,
  reps INTEGER NOT NULL,
  duration_ms INTEGER NOT NULL,
  PRIMARY KEY (person, calendar, number)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER workouts_come AFTER INSERT ON workouts
  WHEN NEW.deleted_at IS NULL AND NEW.counts BEGIN
  INSERT INTO periods (person, calendar, number, workouts, reps, duration_ms)
  SELECT NEW.person, column1, column2, +1, +NEW.reps,
    +NEW.duration_ms
  FROM (VALUES (0, 0), (1, (NEW.day + 1400003) / 7),
    (6, (NEW.day + 1399998) / 7),
    (7, (NEW.day + 1399997) / 7), (8, NEW.day)) WHERE true
  ON CONFLICT DO UPDATE SET workouts = workouts + excluded.workouts,
    reps = reps + excluded.reps, duration_ms = duration_ms + excluded.duration_ms;
END;

CREATE TRIGGER workouts_go AFTER DELETE ON workouts
  WHEN OLD.deleted_at IS NULL AND OLD.counts BEGIN
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
  AFTER UPDATE OF person, day, reps, duration_ms, deleted_at, counts ON workouts
  WHEN OLD.deleted_at IS NULL AND OLD.counts BEGIN
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
  AFTER UPDATE OF person, day, reps, duration_ms, deleted_at, counts ON workouts
  WHEN NEW.deleted_at IS NULL AND NEW.counts BEGIN
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

-- Streaks: runs of consecutive periods. They depend only on periods.

CREATE TABLE runs (
  person INTEGER NOT NULL REFERENCES people (id),
  calendar INTEGER NOT NULL,
  last INTEGER NOT NULL,
  first INTEGER NOT NULL,
  PRIMARY KEY (person, calendar, last)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER runs_grow AFTER INSERT ON periods WHEN NEW.calendar > 0 BEGIN
  -- Adds a run that ends with the new period. It replaces the run that ends directly before that period, if any.
  INSERT INTO runs (person, calendar, last, first)
    VALUES (NEW.person, NEW.calendar, NEW.number, coalesce(
      (SELECT first FROM runs WHERE person = NEW.person AND calendar = NEW.calendar
        AND last = NEW.number - 1), NEW.number));
  DELETE FROM runs WHERE person = NEW.person AND calendar = NEW.calendar
    AND last = NEW.number - 1;
  -- Merges the new run into the next run if the next run begins directly after the new period.
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
  -- The periods before the deleted one become a new run; the periods after it keep the row of the old run.
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

-- Custom challenges. Each change keeps the previous version for undo. A deleted challenge stays, because its workouts
-- need its name and scoring.

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
  deleted_at INTEGER,
  import INTEGER REFERENCES imports (number)
) STRICT;

CREATE INDEX own_challenges_by_id ON own_challenges (id);

CREATE INDEX own_challenges_of_import ON own_challenges (import) WHERE import IS NOT NULL;

CREATE UNIQUE INDEX own_challenges_current ON own_challenges (is_current, id)
  WHERE is_current = 1;

CREATE INDEX own_challenges_deleted ON own_challenges (is_current, deleted_at);

-- Training plans: the test from which a plan is computed, and its progress. The sessions are computed and not stored. An
-- ended or replaced plan stays for undo.

CREATE TABLE plans (
  number INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE,
  person INTEGER NOT NULL REFERENCES people (id),
  challenge TEXT NOT NULL,
  measure TEXT NOT NULL,
  amount INTEGER NOT NULL,
  duration_ms INTEGER NOT NULL,
  tested_on INTEGER NOT NULL,
  ended_at INTEGER,
  import INTEGER REFERENCES imports (number)
) STRICT;

CREATE INDEX plans_of_import ON plans (import) WHERE import IS NOT NULL;

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

-- The usage log: which features were used, if the person has enabled it.

CREATE TABLE events (
  number INTEGER PRIMARY KEY,
  feature TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;

-- The challenges published in groups. An account is the ID of a group in accounts.json. Waiting workouts are not stored:
-- they are the difference between the workouts of these challenges and the table published. Refused workouts are not
-- on the server.

CREATE TABLE publications (
  account TEXT NOT NULL,
  challenge TEXT NOT NULL,
  PRIMARY KEY (account, challenge)
) STRICT, WITHOUT ROWID;

CREATE TABLE published (
  account TEXT NOT NULL,
  workout BLOB NOT NULL,
  challenge TEXT NOT NULL,
  refusal TEXT,
  PRIMARY KEY (account, workout)
) STRICT, WITHOUT ROWID;

-- The race of a workout, and the room as the server of its group sent it last.

CREATE TABLE races (
  workout BLOB PRIMARY KEY,
  account TEXT NOT NULL,
  race BLOB NOT NULL,
  room BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX races_of_account ON races (account);

-- The workouts that the members of a group may see: those of published challenges, and those of races.

CREATE VIEW shared_workouts AS
SELECT b.account AS account, w.id AS workout
FROM publications b JOIN workouts w ON w.challenge = b.challenge WHERE w.deleted_at IS NULL
UNION ALL
SELECT r.account, w.id
FROM races r JOIN workouts w ON w.id = r.workout WHERE w.deleted_at IS NULL;

CREATE TABLE seen_pages (
  account TEXT NOT NULL,
  request TEXT NOT NULL,
  seen_at INTEGER NOT NULL,
  tag TEXT,
  body BLOB NOT NULL,
  PRIMARY KEY (account, request)
) STRICT, WITHOUT ROWID;

-- The changes that a person's machines exchange. The server has only encrypted copies. `related` is the workout that an
-- entry's workout corrects.

CREATE TABLE journal (
  number INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  subject BLOB NOT NULL,
  time INTEGER NOT NULL,
  related BLOB,
  is_applied INTEGER NOT NULL,
  is_uploaded INTEGER NOT NULL,
  content BLOB NOT NULL
) STRICT;

CREATE INDEX journal_by_subject ON journal (kind, subject, time, id);

CREATE INDEX journal_corrections ON journal (related) WHERE related IS NOT NULL;

CREATE INDEX journal_not_uploaded ON journal (number) WHERE is_uploaded = 0;

CREATE INDEX journal_not_applied ON journal (number) WHERE is_applied = 0;

CREATE TABLE journal_server (value BLOB NOT NULL) STRICT;
