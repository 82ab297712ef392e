#!/usr/bin/env python3
"""Kills the primary database under load, and checks the acknowledged workouts: scripts/scale/failover.py PROGRAM [ROUNDS]

Starts the cluster of cluster.py. In each round, clients submit workouts through HAProxy and repeat each until it is
acknowledged, while threads read the streams of events of all servers. Then the leader is killed with SIGKILL. When the
standby leads, the workouts in the database are compared with those that were acknowledged. The killed node returns as
the standby for the next round.

Prints a line for each round, and all figures in JSON at the end. The exit status is 0 if nothing was lost.
"""
import base64, http.client, json, os, random, shutil, statistics, subprocess, sys, tempfile, threading, time, uuid
import urllib.request

import cluster, fill
from cluster import PORTS, SERVERS

CLIENTS = 12
# The duration of the load before the failure and after the recovery, in seconds.
BEFORE, AFTER = 10, 10
# The time between an acknowledgement and the next workout of a client.
PAUSE = 0.05


def call(port, method, path, token=None, body=None, timeout=15):
    """Sends a request; returns the status and the JSON of the response."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    try:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        connection.request(method, path, json.dumps(body) if body else None, headers)
        response = connection.getresponse()
        text = response.read()
        return response.status, json.loads(text) if text.startswith(b"{") else None
    finally:
        connection.close()


def join(system, name):
    link = system.administer("invite", name).split()[-1]
    status, answer = call(PORTS["web_port"], "POST", "/v1/join", body={"invite": link.split("#")[1], "device": "trial"})
    assert status == 200 or status == 201, (status, answer)
    return answer["token"]


def workout(reps, rng):
    start = time.gmtime(time.time() - 200)
    return {
        "id": str(uuid.uuid4()), "challenge": fill.CHALLENGE, "started_at": time.strftime("%Y-%m-%dT%H:%M:%SZ", start),
        "log": base64.b64encode(fill.log(reps, rng)).decode(),
    }


class Client(threading.Thread):
    """Submits one workout after another, and repeats each until it is acknowledged."""

    def __init__(self, token, stop):
        super().__init__()
        self.token, self.stop, self.rng = token, stop, random.Random()
        # For each workout's ID: its start, the time of its acknowledgement, the number of attempts, and its status.
        self.acknowledged, self.failures, self.sent = {}, {}, set()

    def run(self):
        while not self.stop.is_set():
            item = workout(self.rng.randint(20, 120), self.rng)
            self.sent.add(item["id"])
            start, attempts = time.monotonic(), 0
            while True:
                attempts += 1
                outcome = self.submit(item)
                if outcome in ("recorded", "known"):
                    break
                self.failures[outcome] = self.failures.get(outcome, 0) + 1
                time.sleep(self.rng.uniform(0.2, 0.6))
            end = time.monotonic()
            self.acknowledged[item["id"]] = (start, end, attempts, outcome)
            time.sleep(PAUSE)

    def submit(self, item):
        try:
            status, answer = call(PORTS["web_port"], "POST", "/v1/workouts", self.token, {"workouts": [item]}, 60)
        except (OSError, http.client.HTTPException) as error:
            return type(error).__name__
        return answer["results"][0]["status"] if status == 200 else str(status)


class Watcher(threading.Thread):
    """Reads the stream of events of a server."""

    def __init__(self, port, token):
        super().__init__(daemon=True)
        self.port, self.times = port, []
        request = urllib.request.Request(
            f"http://127.0.0.1:{port}/v1/events", headers={"Authorization": f"Bearer {token}"})
        self.stream = urllib.request.urlopen(request, timeout=600)

    def run(self):
        for line in self.stream:
            if line.startswith(b"event: board"):
                self.times.append(time.monotonic())


def delays(watchers, token, reps):
    """Submits a new best to the first server; returns the times until the servers' streams have it, in milliseconds."""
    counts = [len(watcher.times) for watcher in watchers]
    # No other submissions run meanwhile, because they would cause events as well.
    start = time.monotonic()
    status, answer = call(SERVERS[0], "POST", "/v1/workouts", token, {"workouts": [workout(reps, random.Random())]})
    assert status == 200 and answer["results"][0]["status"] == "recorded", (status, answer)
    cluster.wait(lambda: all(len(w.times) > n for w, n in zip(watchers, counts)), "an event at each server", 30)
    return [round((w.times[n] - start) * 1000, 1) for w, n in zip(watchers, counts)]


def trial(system, number, tokens, watcher_token):
    watchers = [Watcher(port, watcher_token) for port in SERVERS]
    for watcher in watchers:
        watcher.start()
    time.sleep(1)
    result = {"event delays before (ms)": delays(watchers, watcher_token, 2 * number + 30)}
    stop = threading.Event()
    clients = [Client(token, stop) for token in tokens]
    for client in clients:
        client.start()
    time.sleep(BEFORE)
    old = system.leader()
    killed = time.monotonic()
    system.kill_node(old)
    cluster.wait(lambda: system.leader() not in (None, old), "the standby to lead")
    result["leader after (s)"] = round(time.monotonic() - killed, 1)
    # Waits until every client has submitted again.
    cluster.wait(
        lambda: all(any(start > killed for start, *_ in [*c.acknowledged.values()]) for c in clients), "submissions", 120)
    time.sleep(AFTER)
    stop.set()
    for client in clients:
        client.join()
    everything = [item for client in clients for item in client.acknowledged.values()]
    waits = [end - start for start, end, *_ in everything]
    during = [end - start for start, end, *_ in everything if start <= killed <= end or (start > killed and end - start > 1)]
    result |= {
        "acknowledged": len(everything), "after a repetition": sum(attempts > 1 for _, _, attempts, _ in everything),
        "already recorded when repeated": sum(status == "known" for *_, status in everything),
        "failed attempts": {key: sum(c.failures.get(key, 0) for c in clients) for c in clients for key in c.failures},
        "wait, median (ms)": round(statistics.median(waits) * 1000, 1),
        "wait around the failure, median (s)": round(statistics.median(during), 1) if during else 0,
        "wait, maximum (s)": round(max(waits), 1),
    }
    result |= check(system, clients)
    for watcher in watchers:
        cluster.wait(watcher.is_alive, "the stream of events", 1)
    result["event delays after (ms)"] = delays(watchers, watcher_token, 2 * number + 31)
    system.start_node(old)
    system.wait_for_standby()
    return result


def check(system, clients):
    """Compares the database with the workouts that were acknowledged."""
    rows = system.psql(system.store, "SELECT id, member FROM workouts").split()
    stored = [row.split("|")[0] for row in rows]
    for client in clients:
        ALL_SENT.update(client.sent)
        ALL_ACKNOWLEDGED.update(client.acknowledged)
    trial_ids = set(stored) & ALL_SENT
    # The number of members whose best of all time is missing, or is not the best of their workouts.
    wrong_bests = system.psql(system.store, """
        SELECT count(*) FROM (SELECT member, min(rank_key) AS best FROM workouts GROUP BY member) w
        FULL JOIN bests b ON b.member = w.member AND b.board = (SELECT number FROM boards WHERE week = 0)
        WHERE b.rank_key IS DISTINCT FROM w.best AND (w.member IS NOT NULL OR b.board IS NULL)""")
    return {
        "lost": len(ALL_ACKNOWLEDGED - set(stored)), "twice": len(stored) - len(set(stored)),
        "stored": len(trial_ids), "wrong bests": int(wrong_bests),
    }


ALL_SENT, ALL_ACKNOWLEDGED = set(), set()


def main():
    program, rounds = os.path.abspath(sys.argv[1]), int((sys.argv[2:] + ["3"])[0])
    folder = tempfile.mkdtemp(prefix="ladder-cluster-")
    if os.getuid() == 0:
        # PostgreSQL refuses root.
        shutil.copy(program, f"{folder}/ladder-server")
        os.chmod(f"{folder}/ladder-server", 0o755)
        shutil.chown(folder, "nobody", "nogroup")
        status = subprocess.run([
            "setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", "env", f"HOME={folder}", f"TMPDIR={folder}",
            "PYTHONDONTWRITEBYTECODE=1", "/usr/bin/python3", os.path.abspath(__file__), f"{folder}/ladder-server", str(rounds),
        ], cwd=folder).returncode
        if status == 0:
            shutil.rmtree(folder)
        return status
    print("logs in", folder, flush=True)
    system = cluster.Cluster(program, folder)
    results = []
    try:
        system.start()
        system.administer("group", "create", "club", "--zone", "UTC")
        tokens = [join(system, f"Client {n}") for n in range(CLIENTS)]
        watcher_token = join(system, "Watcher")
        for number in range(rounds):
            result = trial(system, number, tokens, watcher_token)
            results.append(result)
            print(f"round {number + 1}: " + ", ".join(f"{key} {value}" for key, value in result.items()), flush=True)
    finally:
        system.stop()
    print(json.dumps(results))
    return int(any(result["lost"] or result["twice"] or result["wrong bests"] for result in results))


if __name__ == "__main__":
    sys.exit(main())
