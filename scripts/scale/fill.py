#!/usr/bin/env python3
"""Fills a server's empty database with a large group: scripts/scale/fill.py STORE [PEOPLE] [WEEKS]

STORE is the file server.db, or a postgres:// URL, in which `ladder-server group create club --zone UTC --weekday monday` has
created the tables and the group. Each person (200 000) does one workout in each week (10), so that the leaderboard of
all time and those of the weeks have everyone. The rows equal the server's, but are written in bulk.

Person number N has the token that `token(N)` returns.
"""
import base64, hashlib, random, sqlite3, subprocess, sys, time, uuid

CHALLENGE = "pushups-2min"
DURATION = 120_000
WEEK = 7 * 86_400_000
# The number that Week.number adds to the days since 1970.
DAYS_BEFORE_1970 = 719_169
NOW = int(time.time() * 1000)


def token(person):
    digest = hashlib.blake2b(b"person %d" % person, digest_size=32).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def token_hash(text):
    return hashlib.blake2b(text.encode(), digest_size=32).digest()


def monday():
    """The first instant of the current week in UTC, in milliseconds since 1970."""
    days = NOW // 86_400_000
    return (days - (days + 3) % 7) * 86_400_000


def number(value):
    """A variable-length integer (LEB128)."""
    result = bytearray()
    while value > 0x7F:
        result.append(value & 0x7F | 0x80)
        value >>= 7
    result.append(value)
    return bytes(result)


def log(reps, rng):
    """The bytes of a workout's log: twice the gap before each rep, and the end (see WorkoutLog.swift)."""
    pace = DURATION // (reps + 1)
    gaps = (max(rng.randint(pace * 8 // 10, pace), 300) for _ in range(reps))
    return b"".join(number(gap << 1) for gap in gaps) + bytes([1, 7]) + number(DURATION)


def all_logs(rng):
    return {reps: [log(reps, rng) for _ in range(8)] for reps in range(10, 131)}


def reps_of(person, rng):
    return min(max(int(rng.gauss(45 + person % 30, 8)), 10), 130)


def workouts(people, weeks, rng):
    """Yields workouts, week by week."""
    logs = all_logs(rng)
    count = 0
    for week in range(weeks):
        first = monday() - (weeks - 1 - week) * WEEK
        # The workouts of the current week are in the past on any weekday.
        length = WEEK if week < weeks - 1 else max(NOW - first - 600_000, 1)
        for person in rng.sample(range(1, people + 1), people):
            count += 1
            reps = reps_of(person, rng)
            start = first + rng.randrange(length)
            yield (
                count, uuid.UUID(int=rng.getrandbits(128), version=4), 1, person, CHALLENGE, start, "live",
                rng.choice(logs[reps]), first // 86_400_000 + DAYS_BEFORE_1970, -reps, start + DURATION, reps, DURATION,
                rng.randbytes(16))


TABLES = {
    "members": "number in_group name name_key is_owner",
    "devices": "number member name token",
    "boards": "number in_group challenge week version",
    "workouts": "number id in_group member challenge started_at provenance log week rank_key achieved_at "
                "reps score_ms fingerprint",
    "bests": "board member rank_key achieved_at workout",
}


def rows(people, weeks):
    """All rows as pairs of a table and a row."""
    rng = random.Random(1)
    for person in range(1, people + 1):
        yield "members", (person, 1, f"Person {person}", f"person {person}", False)
    for person in range(1, people + 1):
        yield "devices", (person, person, "laptop", token_hash(token(person)))
    numbers = [monday() // 86_400_000 - 7 * (weeks - 1 - i) + DAYS_BEFORE_1970 for i in range(weeks)]
    boards = {week: i + 2 for i, week in enumerate(numbers)}
    yield "boards", (1, 1, CHALLENGE, 0, 0)
    for week, board in boards.items():
        yield "boards", (board, 1, CHALLENGE, week, 0)
    bests = {}
    for row in workouts(people, weeks, rng):
        yield "workouts", row
        key = (row[9], row[10], row[0])
        bests[row[3]] = min(bests.get(row[3], key), key)
    for person, (rank_key, achieved_at, number) in bests.items():
        yield "bests", (1, person, rank_key, achieved_at, number)
    for row in workouts(people, weeks, random.Random(1)):
        yield "bests", (boards[row[8]], row[3], row[9], row[10], row[0])


def fill_sqlite(path, people, weeks):
    sqlite3.register_adapter(uuid.UUID, lambda value: value.bytes)
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("PRAGMA cache_size = -1000000")
    for table, batch in batches(people, weeks):
        marks = ", ".join("?" * len(batch[0]))
        connection.execute("BEGIN")
        connection.executemany(f"INSERT INTO {table} ({columns(table)}) VALUES ({marks})", batch)
        connection.execute("COMMIT")
    connection.execute("ANALYZE")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


COUNT = """
INSERT INTO score_counts (board, shift, bucket, people)
SELECT board, shift, rank_key >> shift, count(*)
FROM bests, (VALUES (0), (8), (16), (24), (32)) AS levels (shift) GROUP BY 1, 2, 3;
"""


def fill_postgres(url, people, weeks):
    psql = subprocess.Popen(["psql", "-qX", "-v", "ON_ERROR_STOP=1", url], stdin=subprocess.PIPE)
    send = lambda text: psql.stdin.write(text.encode())
    # The people are counted once at the end, instead of by a trigger for each row.
    send("ALTER TABLE bests DISABLE TRIGGER best_changed;\n")
    for table, batch in batches(people, weeks):
        send(f"COPY {table} ({columns(table)}) FROM STDIN;\n")
        send("".join("\t".join(map(copy_text, row)) + "\n" for row in batch) + "\\.\n")
    send(COUNT + "ALTER TABLE bests ENABLE TRIGGER best_changed;\n")
    for table in ("members", "devices", "boards", "workouts"):
        send(f"SELECT setval(pg_get_serial_sequence('{table}', 'number'), max(number)) FROM {table} \\g /dev/null\n")
    send("VACUUM ANALYZE;\nCHECKPOINT;\n")
    psql.stdin.close()
    if psql.wait() != 0:
        sys.exit("fill: psql failed")


def columns(table):
    return ", ".join(TABLES[table].split())


def copy_text(value):
    return "\\\\x" + value.hex() if isinstance(value, bytes) else str(value)


def batches(people, weeks, size=50_000):
    table, batch = None, []
    for name, row in rows(people, weeks):
        if batch and (name != table or len(batch) == size):
            yield table, batch
            batch = []
        table = name
        batch.append(row)
    yield table, batch


def main():
    store = sys.argv[1]
    people, weeks = (int(word) for word in (sys.argv[2:4] + ["200000", "10"][len(sys.argv) - 2:]))
    start = time.time()
    (fill_postgres if store.startswith("postgres:") else fill_sqlite)(store, people, weeks)
    print(f"{people * weeks} workouts of {people} people in {time.time() - start:.0f} s")


if __name__ == "__main__":
    main()
