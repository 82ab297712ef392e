"""A cluster on loopback: etcd, two PostgreSQL nodes under Patroni, HAProxy, PgBouncer and three servers.

Needs Debian's packages etcd-server, patroni, python3-etcd, python3-psycopg2, postgresql, haproxy and pgbouncer. Runs as
an unprivileged user, because PostgreSQL refuses root.
"""
import glob, json, os, secrets, signal, string, subprocess, time, urllib.error, urllib.request

TEMPLATES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "templates")
NAMES = ("a", "b")
PORTS = {
    "etcd_port": 17101, "peer_port": 17102, "port_a": 17111, "port_b": 17112, "rest_port_a": 17121,
    "rest_port_b": 17122, "database_port": 17131, "bouncer_port": 17132, "web_port": 17141, "server_port_1": 17151,
    "server_port_2": 17152, "server_port_3": 17153,
}
SERVERS = [PORTS[f"server_port_{n}"] for n in (1, 2, 3)]


def wait(condition, what, seconds=120):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise SystemExit(f"cluster: waited {seconds} s for {what}")
        time.sleep(0.2)


class Cluster:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.password = secrets.token_hex(16)
        self.processes = {}
        binaries = sorted(glob.glob("/usr/lib/postgresql/*/bin"))[-1]
        self.values = {**PORTS, "folder": folder, "password": self.password, "binaries": binaries}

    def start(self):
        self.spawn(
            "etcd", "etcd", "--name", "etcd", "--data-dir", f"{self.folder}/etcd",
            "--listen-client-urls", self.url("etcd_port"), "--advertise-client-urls", self.url("etcd_port"),
            "--listen-peer-urls", self.url("peer_port"), "--initial-advertise-peer-urls", self.url("peer_port"),
            "--initial-cluster", f"etcd={self.url('peer_port')}")
        for name in NAMES:
            os.mkdir(f"{self.folder}/{name}", 0o700)
            self.write("patroni.yml", f"{name}/patroni.yml", name=name, port=PORTS[f"port_{name}"],
                       rest_port=PORTS[f"rest_port_{name}"])
            self.start_node(name)
            wait(self.leader, "a leader")
        self.wait_for_standby()
        self.write("haproxy.cfg", "haproxy.cfg")
        self.write("pgbouncer.ini", "pgbouncer.ini")
        with open(f"{self.folder}/users.txt", "w") as file:
            file.write(f'"ladder" "{self.password}"\n')
        self.spawn("haproxy", "haproxy", "-f", f"{self.folder}/haproxy.cfg", "-db")
        self.spawn("pgbouncer", "pgbouncer", f"{self.folder}/pgbouncer.ini")
        with open(f"{self.folder}/pgpass", "w") as file:
            os.fchmod(file.fileno(), 0o600)
            file.write(f"127.0.0.1:*:*:ladder:{self.password}\n")
        os.environ["PGPASSFILE"] = f"{self.folder}/pgpass"
        database = f"postgres://ladder@127.0.0.1:{PORTS['database_port']}/postgres"
        wait(lambda: self.psql(database, "SELECT 1", check=False) == "1", "the leader behind HAProxy")
        self.psql(database, "CREATE DATABASE ladder")
        self.store = f"postgres://ladder@127.0.0.1:{PORTS['bouncer_port']}/ladder"
        for number, port in enumerate(SERVERS, 1):
            self.spawn(f"ladder{number}", self.program, "--store", self.store, "--listen", f"127.0.0.1:{port}",
                       "--behind-proxy", "--url", self.url("web_port"))
        for port in [*SERVERS, PORTS["web_port"]]:
            wait(lambda: self.is_healthy(port), f"the server at port {port}")

    def stop(self):
        for name in [*reversed(self.processes)]:
            self.processes[name].send_signal(signal.SIGINT if name == "pgbouncer" else signal.SIGTERM)
            try:
                self.processes[name].wait(60)
            except subprocess.TimeoutExpired:
                self.processes[name].kill()

    def spawn(self, name, *command):
        environment = {**os.environ, "PATH": os.environ["PATH"] + ":/usr/sbin"}
        with open(f"{self.folder}/{name}.log", "ab") as log:
            self.processes[name] = subprocess.Popen(command, stdout=log, stderr=log, env=environment)

    def start_node(self, name):
        self.spawn(f"patroni-{name}", "patroni", f"{self.folder}/{name}/patroni.yml")

    def kill_node(self, name):
        """Kills Patroni and all processes of its PostgreSQL with SIGKILL, like a power failure."""
        with open(f"{self.folder}/{name}/data/postmaster.pid") as file:
            postmaster = int(file.readline())
        children = subprocess.run(["ps", "-o", "pid=", "--ppid", str(postmaster)], capture_output=True, text=True).stdout
        patroni = self.processes[f"patroni-{name}"]
        for pid in [patroni.pid, postmaster, *map(int, children.split())]:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        patroni.wait()

    def url(self, port):
        return f"http://127.0.0.1:{PORTS[port]}"

    def write(self, template, path, **values):
        with open(f"{TEMPLATES}/{template}") as file:
            text = string.Template(file.read()).substitute(self.values, **values)
        with open(f"{self.folder}/{path}", "w") as file:
            os.fchmod(file.fileno(), 0o600)
            file.write(text)

    def node(self, name):
        """Returns Patroni's status of a node; empty if it does not run."""
        try:
            with urllib.request.urlopen(self.url(f"rest_port_{name}") + "/patroni", timeout=2) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            return json.load(error)
        except OSError:
            return {}

    def leader(self):
        for name in NAMES:
            node = self.node(name)
            if node.get("role") == "master" and node.get("state") == "running":
                return name
        return None

    def wait_for_standby(self):
        def is_ready():
            leader = self.leader()
            replication = self.node(leader).get("replication", []) if leader else []
            return any(item["sync_state"] == "sync" and item["state"] == "streaming" for item in replication)
        wait(is_ready, "a synchronous standby", 180)

    def is_healthy(self, port):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/v1/health", timeout=5) as response:
                return response.status == 200
        except OSError:
            return False

    def psql(self, database, statement, check=True):
        result = subprocess.run(["psql", "-XqAt", database, "-c", statement], capture_output=True, text=True)
        if check and result.returncode != 0:
            raise SystemExit(f"cluster: {result.stderr}")
        return result.stdout.strip()

    def administer(self, *arguments):
        return subprocess.run(
            [self.program, *arguments, "--store", self.store], check=True, capture_output=True, text=True).stdout
