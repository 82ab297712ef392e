#!/usr/bin/env python3
"""Measures a server whose store fill.py has filled: scripts/scale/load.py PROGRAM STORE [ROUNDS] [SECONDS]

PROGRAM is `ladder-server`, STORE the folder with server.db or a postgres:// URL. Needs wrk, nginx and, for PostgreSQL,
pgbench. Each round runs all measurements once, so that other load on the machine affects all of them; the figures are
the medians of the rounds, with the smallest and the largest.
"""
import base64, json, os, random, re, socket, statistics, subprocess, sys, tempfile, time, urllib.request

import fill

PORT, NGINX_PORT, CONNECTIONS, DEVICES = 17300, 17301, 50, 20_000
# In this time in seconds, each thread of wrk sends a request of all members, even if the server reads its storage.
WARM_UP = 10
HERE = os.path.dirname(os.path.abspath(__file__))
SERVER = f"http://127.0.0.1:{PORT}"
PAGE = f"/v1/boards/{fill.CHALLENGE}"

NGINX = """
daemon off; pid {folder}/nginx.pid; error_log {folder}/nginx.log; worker_processes 2;
events {{ worker_connections 2048; }}
http {{
  access_log off; keepalive_requests 100000000; default_type application/json;
  client_body_temp_path {folder}/a; proxy_temp_path {folder}/b; fastcgi_temp_path {folder}/c;
  uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
  server {{ listen 127.0.0.1:{port}; root {folder}; }}
}}
"""

# The statements of a member's first page in StorageSession, as it sends them. The rest is in the server's memory.
PEOPLE = """
SELECT (SELECT CAST(coalesce(sum(people), 0) AS bigint) FROM score_counts WHERE board = 1 AND shift = 32)
  + (SELECT CAST(coalesce(sum(people), 0) AS bigint) FROM score_changes WHERE board = 1) AS people;
"""
STANDING = """
SELECT l.*, (
    WITH levels (shift, first) AS (VALUES
      (0, (l.rank_key >> 8) << 8), (8, (l.rank_key >> 16) << 8),
      (16, (l.rank_key >> 24) << 8), (24, (l.rank_key >> 32) << 8), (32, -2147483648))
    SELECT CAST(sum((
      SELECT coalesce(sum(c.people), 0) FROM score_counts c
      WHERE c.board = 1 AND c.shift = levels.shift
        AND c.bucket >= levels.first AND c.bucket < l.rank_key >> levels.shift)) AS bigint)
    FROM levels
  ) + (
    SELECT CAST(coalesce(sum(people), 0) AS bigint) FROM score_changes
    WHERE board = 1 AND rank_key < l.rank_key
  ) AS people_above
FROM board_lines l WHERE l.board = 1 AND l.member = :member;
"""


def request(path, headers={}):
    request = urllib.request.Request(SERVER + path, headers={"Authorization": f"Bearer {fill.token(1)}", **headers})
    with urllib.request.urlopen(request) as response:
        return response.read(), response.headers


class Bench:
    def __init__(self, program, store, folder):
        self.folder, self.store = folder, store
        self.is_postgres = store.startswith("postgres:")
        place = ["--store", store] if self.is_postgres else ["--data", store]
        # Behind a proxy, connections from one address are not limited.
        self.server = subprocess.Popen(
            [program, "--listen", f"127.0.0.1:{PORT}", "--behind-proxy", *place],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(100):
            try:
                page, _ = request(PAGE)
                break
            except OSError:
                time.sleep(0.1)
        self.write("page.json", page)
        self.people = [n * 7 + 1 for n in range(DEVICES)]
        self.tokens = [fill.token(person) for person in self.people]
        self.set_tags(["-"] * DEVICES)
        logs = [fill.log(reps, random.Random(reps)) for reps in range(40, 70)]
        # The first 18 reps of a submission are three of these openings, so that workouts begin differently.
        rng = random.Random(1)
        openings = [b"".join(fill.number(rng.randint(300, 450) << 1) for _ in range(6)) for _ in range(1000)]
        self.write("openings", b"".join(base64.b64encode(part) + b"\n" for part in openings))
        self.write("logs", b"".join(base64.b64encode(log) + b"\n" for log in logs))
        self.write("nginx.conf", NGINX.format(folder=folder, port=NGINX_PORT).encode())
        self.write("page.sql", self.script(self.statements()))
        self.write("pipeline.sql", self.script(["\\startpipeline", *self.statements(), "\\endpipeline"]))
        self.nginx = subprocess.Popen(["nginx", "-c", f"{folder}/nginx.conf"], stderr=subprocess.DEVNULL)
        time.sleep(0.5)
        self.page_size = len(page)

    def stop(self):
        for process in (self.server, self.nginx):
            process.terminate()
            process.wait()

    def write(self, name, content):
        with open(f"{self.folder}/{name}", "wb") as file:
            file.write(content)

    def statements(self):
        # A script of pgbench has a statement in each line.
        return [" ".join(text.split()) for text in (PEOPLE, STANDING)]

    def script(self, lines):
        return "\n".join([f"\\set member random(0, {DEVICES - 1}) * 7 + 1", *lines]).encode()

    def set_tags(self, tags):
        """Writes the tokens of the members with the tags that they send."""
        self.write("tokens", "".join(f"{token} {tag}\n" for token, tag in zip(self.tokens, tags)).encode())

    def processor_time(self):
        """The processor time of the server in seconds."""
        with open(f"/proc/{self.server.pid}/stat") as file:
            fields = file.read().rsplit(") ", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def wrk(self, url, script, *arguments, max_size=None, seconds=None):
        before = self.processor_time()
        output = subprocess.run(
            ["wrk", "-t2", f"-c{CONNECTIONS}", f"-d{seconds or SECONDS}s", "--latency", "-s", f"{HERE}/{script}", url, "--",
             f"{self.folder}/tokens", *arguments],
            check=True, capture_output=True, text=True).stdout
        if "Non-2xx" in output:
            print(output, file=sys.stderr)
        count, _, size, unit = re.search(r"(\d+) requests in ([\d.]+)s, ([\d.]+)([KMG])B read", output).groups()
        count = int(count)
        if max_size and float(size) * {"K": 1e3, "M": 1e6, "G": 1e9}[unit] / count > max_size:
            sys.exit(f"load: responses of {url} are larger than {max_size} bytes")
        return {
            "per second": float(re.search(r"Requests/sec: *([\d.]+)", output)[1]),
            "p50 ms": milliseconds(re.search(r"50% *([\d.]+\w+)", output)[1]),
            "p99 ms": milliseconds(re.search(r"99% *([\d.]+\w+)", output)[1]),
            "server CPU us": (self.processor_time() - before) * 1e6 / count,
        }

    def pgbench(self, script):
        output = subprocess.run(
            ["pgbench", "-n", "-M", "prepared", "-c", "4", "-j", "1", "-T", str(SECONDS), "-f",
             f"{self.folder}/{script}", self.store],
            check=True, capture_output=True, text=True,
            env={**os.environ, "PGOPTIONS": "-c plan_cache_mode=force_generic_plan -c jit=off"}).stdout
        return {"per second": float(re.search(r"tps = ([\d.]+)", output)[1])}

    def round(self):
        fixed = f"http://127.0.0.1:{NGINX_PORT}/page.json"
        with urllib.request.urlopen(fixed) as response:
            fixed_tag = response.headers["ETag"]
        self.set_tags([fixed_tag] * DEVICES)
        yield "nginx, fixed file", self.wrk(fixed, "members.lua")
        yield "nginx, unchanged (304)", self.wrk(fixed, "members.lua", "tag")
        # The tag of a page ends with the member's number. The last submissions are over by now.
        start = request(PAGE)[1]["ETag"].rpartition("-")[0]
        self.set_tags([f'{start}-{person}"' for person in self.people])
        # This warm-up loads each device into memory, as if its member had sent a request within the last minute.
        self.wrk(SERVER + PAGE, "members.lua", "tag", seconds=WARM_UP)
        yield "page, unchanged (304)", self.wrk(SERVER + PAGE, "members.lua", "tag", max_size=1000)
        # In a second, no member sends a second request. The warm-up then loads the standings of all members.
        yield "page, the first after a change", self.wrk(SERVER + PAGE, "members.lua", seconds=1)
        self.wrk(SERVER + PAGE, "members.lua", seconds=WARM_UP)
        yield "page", self.wrk(SERVER + PAGE, "members.lua")
        if self.is_postgres:
            yield "pgbench, statements of a page", self.pgbench("page.sql")
            yield "pgbench, statements of a page in a pipeline", self.pgbench("pipeline.sql")
        yield "rank around a member", self.wrk(f"{SERVER}{PAGE}/me", "members.lua")
        start = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() - 600))
        yield "submissions", self.wrk(SERVER + "/v1/workouts", "submit.lua", f"{self.folder}/logs", start, f"{self.folder}/openings")

    def memory(self, connections=1000):
        """The server's resident memory in MB: without idle connections, and with them."""
        before = self.resident()
        sockets = []
        for token in self.tokens[:connections]:
            connection = socket.create_connection(("127.0.0.1", PORT))
            connection.sendall(
                f"GET {PAGE} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n".encode())
            sockets.append(connection)
        for connection in sockets:
            connection.recv(1 << 16)
        return before, self.resident()

    def resident(self):
        with open(f"/proc/{self.server.pid}/status") as file:
            return int(re.search(r"VmRSS:\s+(\d+)", file.read())[1]) / 1024


def milliseconds(text):
    number, unit = re.fullmatch(r"([\d.]+)(\w+)", text).groups()
    return float(number) * {"us": 0.001, "ms": 1, "s": 1000, "m": 60_000}[unit]


def main():
    global SECONDS
    program, store = sys.argv[1:3]
    rounds, SECONDS = (int(word) for word in (sys.argv[3:5] + ["5", "10"][len(sys.argv) - 3:]))
    results = {}
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        bench = Bench(program, store, folder)
        try:
            idle = bench.memory()[1]
            for _ in range(rounds):
                for name, figures in bench.round():
                    results.setdefault(name, []).append(figures)
            after = bench.memory()
        finally:
            bench.stop()
    print(f"page of {bench.page_size} bytes, {CONNECTIONS} connections, {rounds} rounds of {SECONDS} s; "
          f"load average {os.getloadavg()[0]:.1f}")
    for name, figures in results.items():
        columns = []
        for key in figures[0]:
            values = sorted(figure[key] for figure in figures)
            columns.append(f"{key} {statistics.median(values):.4g} ({values[0]:.4g}-{values[-1]:.4g})")
        print(f"{name}: " + ", ".join(columns))
    print(f"memory: {idle:.1f} MB with 1000 idle connections after the start, {after[0]:.1f} MB after the "
          f"measurements, {after[1]:.1f} MB with 1000 idle connections then")
    print(json.dumps(results))


if __name__ == "__main__":
    main()
