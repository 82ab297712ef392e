CREATE TABLE settings (
  name text COLLATE "C" PRIMARY KEY,
  value text COLLATE "C" NOT NULL
);
CREATE TABLE groups (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text COLLATE "C" NOT NULL UNIQUE,
  name text COLLATE "C" NOT NULL,
  time_zone text COLLATE "C" NOT NULL,
  week_start text COLLATE "C" NOT NULL,
  counting text COLLATE "C" NOT NULL,
  wall_secret bytea UNIQUE
);
CREATE TABLE members (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  in_group bigint NOT NULL REFERENCES groups (number),
  name text COLLATE "C" NOT NULL,
  name_key text COLLATE "C" NOT NULL,
  is_owner boolean NOT NULL,
  workouts_size bigint NOT NULL DEFAULT 0,
  removed_at bigint
);
CREATE UNIQUE INDEX members_by_name ON members (in_group, name_key) WHERE removed_at IS NULL;
CREATE INDEX removed_members ON members (removed_at) WHERE removed_at IS NOT NULL;
CREATE TABLE devices (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member bigint NOT NULL REFERENCES members (number) ON DELETE CASCADE,
  name text COLLATE "C" NOT NULL,
  token bytea NOT NULL UNIQUE
);
CREATE INDEX devices_of_member ON devices (member);
CREATE TABLE invitations (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  secret bytea NOT NULL UNIQUE,
  in_group bigint NOT NULL REFERENCES groups (number),
  member bigint REFERENCES members (number) ON DELETE CASCADE,
  name text COLLATE "C" NOT NULL,
  name_key text COLLATE "C" NOT NULL,
  is_owner boolean NOT NULL,
  made_by bigint,
  expires_at bigint NOT NULL,
  used_at bigint
);
CREATE INDEX invitations_of_group ON invitations (in_group, expires_at);
CREATE INDEX invitations_of_member ON invitations (member);
CREATE TABLE workouts (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id uuid NOT NULL,
  in_group bigint NOT NULL,
  member bigint NOT NULL REFERENCES members (number) ON DELETE CASCADE,
  challenge text COLLATE "C" NOT NULL,
  started_at bigint NOT NULL,
  provenance text COLLATE "C" NOT NULL,
  log bytea NOT NULL,
  fingerprint bytea NOT NULL,
  week bigint NOT NULL,
  rank_key bigint NOT NULL,
  achieved_at bigint NOT NULL,
  reps bigint NOT NULL,
  score_ms bigint NOT NULL,
  removed_at bigint
);
CREATE INDEX removed_workouts ON workouts (removed_at) WHERE removed_at IS NOT NULL;
CREATE UNIQUE INDEX workouts_by_id ON workouts (in_group, id);
CREATE UNIQUE INDEX workouts_by_fingerprint ON workouts (in_group, fingerprint);
CREATE INDEX workouts_of_member ON workouts (member, challenge, rank_key, achieved_at);
CREATE TABLE boards (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  in_group bigint NOT NULL,
  challenge text COLLATE "C" NOT NULL,
  week bigint NOT NULL,
  version bigint NOT NULL DEFAULT 0,
  UNIQUE (in_group, challenge, week)
);
CREATE TABLE bests (
  board bigint NOT NULL,
  member bigint NOT NULL REFERENCES members (number) ON DELETE CASCADE,
  rank_key bigint NOT NULL,
  achieved_at bigint NOT NULL,
  workout bigint NOT NULL REFERENCES workouts (number) ON DELETE CASCADE,
  PRIMARY KEY (board, member)
);
CREATE INDEX bests_in_order ON bests (board, rank_key, achieved_at, member);
CREATE INDEX bests_of_member ON bests (member);
CREATE INDEX bests_of_workout ON bests (workout);
CREATE TABLE score_counts (
  board bigint NOT NULL,
  shift int NOT NULL,
  bucket bigint NOT NULL,
  people bigint NOT NULL,
  PRIMARY KEY (board, shift, bucket)
);
CREATE INDEX score_counts_empty ON score_counts (board) WHERE people = 0;
CREATE TABLE score_changes (
  board bigint NOT NULL,
  rank_key bigint NOT NULL,
  people bigint NOT NULL
);
CREATE INDEX score_changes_in_order ON score_changes (board, rank_key, people);
CREATE TABLE journals (
  member bigint PRIMARY KEY REFERENCES members (number) ON DELETE CASCADE,
  key uuid NOT NULL,
  entries bigint NOT NULL,
  digest bytea NOT NULL,
  size bigint NOT NULL
);
CREATE TABLE journal_entries (
  member bigint NOT NULL REFERENCES members (number) ON DELETE CASCADE,
  position bigint NOT NULL,
  id uuid NOT NULL,
  digest bytea NOT NULL,
  data bytea NOT NULL,
  PRIMARY KEY (member, position),
  UNIQUE (member, id)
);
CREATE TABLE races (
  id uuid NOT NULL PRIMARY KEY,
  in_group bigint NOT NULL REFERENCES groups (number) ON DELETE CASCADE,
  challenge text COLLATE "C" NOT NULL,
  opener bigint NOT NULL,
  opened_at bigint NOT NULL,
  scheduled_at bigint NOT NULL DEFAULT 0,
  starts_at bigint NOT NULL DEFAULT 0,
  ends_at bigint NOT NULL,
  max_length bigint NOT NULL
);
CREATE INDEX races_of_group ON races (in_group, ends_at);
CREATE TABLE racers (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  race uuid NOT NULL REFERENCES races (id) ON DELETE CASCADE,
  member bigint NOT NULL REFERENCES members (number) ON DELETE CASCADE,
  is_ready boolean NOT NULL,
  state text COLLATE "C" NOT NULL DEFAULT 'waiting',
  instants text COLLATE "C" NOT NULL DEFAULT '',
  elapsed bigint NOT NULL DEFAULT 0,
  workout uuid,
  is_different boolean NOT NULL,
  refusal text COLLATE "C" NOT NULL DEFAULT '',
  UNIQUE (race, member)
);
CREATE INDEX racers_of_member ON racers (member);
CREATE VIEW accounts AS
SELECT d.number AS device, d.token, m.number AS member, m.name AS member_name, m.is_owner,
  g.id, g.name, g.time_zone, g.week_start, g.counting
FROM devices d JOIN members m ON m.number = d.member JOIN groups g ON g.number = m.in_group
WHERE m.removed_at IS NULL;
CREATE VIEW present_workouts AS
SELECT w.* FROM workouts w JOIN members m ON m.number = w.member
WHERE w.removed_at IS NULL AND m.removed_at IS NULL;
CREATE VIEW board_lines AS
SELECT b.board, b.member, m.name, w.reps, w.score_ms, b.rank_key, b.achieved_at,
  w.id AS workout, w.provenance
FROM bests b JOIN members m ON m.number = b.member JOIN workouts w ON w.number = b.workout;
CREATE VIEW race_lines AS
SELECT r.*, g.id AS group_id FROM races r JOIN groups g ON g.number = r.in_group;
CREATE VIEW racer_lines AS
SELECT l.group_id, l.ends_at, r.number, r.race, r.member, m.name, r.is_ready, r.state, r.elapsed,
  r.workout, r.is_different, r.refusal, w.number IS NOT NULL AS has_result, w.reps, w.score_ms,
  w.rank_key
FROM racers r JOIN race_lines l ON l.id = r.race JOIN members m ON m.number = r.member
  LEFT JOIN workouts w ON w.in_group = l.in_group AND w.id = r.workout
    AND w.member = r.member AND w.removed_at IS NULL
WHERE m.removed_at IS NULL;
CREATE FUNCTION count_best() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO score_changes VALUES (OLD.board, OLD.rank_key, -1);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO score_changes VALUES (NEW.board, NEW.rank_key, 1);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER best_changed AFTER INSERT OR UPDATE OR DELETE ON bests
FOR EACH ROW EXECUTE FUNCTION count_best();
ALTER TABLE journal_entries ALTER COLUMN data SET STORAGE EXTERNAL;
