#!/usr/bin/env python3
"""Measures live races: scripts/scale/races.py PROGRAM STORE [SERVERS] [SECONDS] [ROOMS] [RACERS]

PROGRAM is `ladder-server`, STORE the folder with server.db or a postgres:// URL, filled by `fill.py STORE 1000 1`. In 50
rooms, 20 racers each send two reps a second for 30 seconds, and each has an event stream. The racers of a room are
distributed over the servers, of which only PostgreSQL allows more than one. The generator runs on the same machine.
The latency of a rep is the time from sending it to receiving it on the stream of another racer; one stream of each room
and server is measured; the others are read five times a second, because the generator shares the server's processors.
"""
import asyncio, json, os, random, re, socket, statistics, subprocess, sys, time, urllib.request, uuid

import fill

PORT = 17310
BUFFER = bytearray(1 << 20)
CHANGE = re.compile(rb'"position":(\d+),"state":"\w+"},"member":(\d+)')


def send(person, method, path, body=None):
    request = urllib.request.Request(
        f"http://127.0.0.1:{port(person)}{path}", method=method, data=json.dumps(body).encode() if body else None,
        headers={"Authorization": f"Bearer {fill.token(person)}"})
    with urllib.request.urlopen(request) as response:
        return json.loads(response.read() or b"null")


def port(person):
    return PORT + person % SERVERS


def head(person, method, path, size=None):
    length = f"Content-Length: {size}\r\n" if size is not None else ""
    return (f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {fill.token(person)}\r\n"
            f"{length}\r\n").encode()


class Room:
    def __init__(self, number):
        self.racers = range(number * RACERS + 1, (number + 1) * RACERS + 1)
        self.id = str(uuid.uuid4()).upper()
        self.sent = {}
        self.latencies = []

    def open(self):
        send(self.racers[0], "POST", "/v1/races", {"id": self.id, "challenge": fill.CHALLENGE})
        for person in self.racers:
            send(person, "POST", f"/v1/races/{self.id}/racers", {"is_ready": True})
        self.start = send(self.racers[0], "GET", f"/v1/races/{self.id}")["starts_at_ms"]

    def leave(self):
        for person in self.racers:
            send(person, "DELETE", f"/v1/races/{self.id}/racers")


class Stream(asyncio.Protocol):
    """An event stream that is measured: each event is read when it arrives."""

    def __init__(self, room, person):
        self.room, self.person = room, person
        self.rest = b""

    def connection_made(self, transport):
        transport.write(head(self.person, "GET", f"/v1/events?race={self.room.id}"))

    def data_received(self, data):
        now = time.monotonic()
        data = self.rest + data
        end = 0
        for change in CHANGE.finditer(data):
            end = change.end()
            sent = self.room.sent.get((int(change[2]), int(change[1])))
            if sent and int(change[2]) != self.person:
                self.room.latencies.append(now - sent)
        self.rest = data[end:]


class Racer(asyncio.Protocol):
    """The connection over which a racer sends reps, with one request in flight."""

    def __init__(self, room, person, end):
        self.room, self.person, self.end = room, person, end
        self.position = 0
        self.due = time.monotonic() + random.random() / 2
        self.head = head(person, "POST", f"/v1/races/{room.id}/reps", "").removesuffix(b"\r\n\r\n")
        self.response = b""
        self.is_over = asyncio.get_running_loop().create_future()

    async def connect(self):
        await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", port(self.person))

    def connection_made(self, transport):
        self.transport = transport
        self.wait()

    def wait(self):
        if self.due < self.end:
            asyncio.get_running_loop().call_at(self.due, self.send)
        else:
            self.transport.close()
            self.is_over.set_result(None)

    def send(self):
        now = time.monotonic()
        elapsed = int((now + CLOCK_OFFSET) * 1000 - self.room.start)
        body = b'{"position":%d,"instants":[%d],"elapsed_ms":%d,"state":"racing"}' % (self.position, elapsed, elapsed)
        self.room.sent[self.person, self.position] = now
        self.transport.write(b"%b%d\r\n\r\n%b" % (self.head, len(body), body))

    def data_received(self, data):
        self.response += data
        if not self.response.endswith(b"}"):
            return
        if self.response.startswith(b"HTTP/1.1 200 "):
            self.position += 1
        else:
            FAILURES.append(self.response[:30].decode())
        self.response = b""
        self.due = max(self.due + 0.5, time.monotonic())
        self.wait()

    def connection_lost(self, error):
        # The server closes the oldest of 1024 idle connections.
        if not self.is_over.done():
            self.response = b""
            self.task = asyncio.ensure_future(self.connect())


async def drain(connections):
    """Reads the streams that are not measured, without the cost of waiting for each event."""
    while True:
        for number, connection in enumerate(connections):
            if number % 20 == 0:
                await asyncio.sleep(0.2 * 20 / len(connections))
            try:
                connection.recv_into(BUFFER)
            except BlockingIOError:
                pass


def watch(room, person):
    connection = socket.create_connection(("127.0.0.1", port(person)))
    connection.sendall(head(person, "GET", f"/v1/events?race={room.id}"))
    connection.setblocking(False)
    return connection


async def measure(rooms, servers):
    loop = asyncio.get_running_loop()
    transports, connections = [], []
    for room in rooms:
        for person in room.racers:
            if person - room.racers[0] < SERVERS:
                transport, _ = await loop.create_connection(lambda: Stream(room, person), "127.0.0.1", port(person))
                transports.append(transport)
            else:
                connections.append(watch(room, person))
    task = asyncio.ensure_future(drain(connections))
    await asyncio.sleep(max(0, max(room.start for room in rooms) / 1000 - time.monotonic() - CLOCK_OFFSET) + 0.5)
    before, start = [processor_time(server) for server in servers], time.monotonic()
    own = time.process_time()
    racers = [Racer(room, person, start + SECONDS) for room in rooms for person in room.racers]
    for racer in racers:
        await racer.connect()
    await asyncio.gather(*(racer.is_over for racer in racers))
    length = time.monotonic() - start
    await asyncio.sleep(1)
    load = [(processor_time(server) - time_) / length for server, time_ in zip(servers, before)]
    own = time.process_time() - own
    task.cancel()
    for transport in transports + connections:
        transport.close()
    latencies = sorted(1000 * latency for room in rooms for latency in room.latencies)
    count = sum(len(room.sent) for room in rooms)
    cuts = statistics.quantiles(latencies, n=100)
    return {
        "servers": SERVERS, "rooms": len(rooms), "racers": RACERS, "reps per second": round(count / length),
        "measured events": len(latencies), "p50 ms": round(cuts[49], 1), "p95 ms": round(cuts[94], 1),
        "p99 ms": round(cuts[98], 1), "server CPU (processors)": [round(value, 2) for value in load],
        "CPU per rep (ms)": round(1000 * sum(load) * length / count, 3),
        "generator CPU": round(own / length, 2),
        "server memory MB": [round(resident(server), 1) for server in servers], "failures": len(FAILURES)}


def processor_time(server):
    with open(f"/proc/{server.pid}/stat") as file:
        fields = file.read().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident(server):
    with open(f"/proc/{server.pid}/status") as file:
        return int(re.search(r"VmRSS:\s+(\d+)", file.read())[1]) / 1024


def main():
    global SERVERS, SECONDS, RACERS, CLOCK_OFFSET, FAILURES
    program, store = sys.argv[1:3]
    words = sys.argv[3:7] + ["1", "30", "50", "20"][len(sys.argv) - 3:]
    SERVERS, SECONDS, count, RACERS = (int(word) for word in words)
    FAILURES = []
    place = ["--store", store] if store.startswith("postgres:") else ["--data", store]
    # Behind a proxy, connections from one address are not limited.
    servers = [
        subprocess.Popen(
            [program, "--listen", f"127.0.0.1:{PORT + number}", "--behind-proxy", *place],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for number in range(SERVERS)]
    try:
        time.sleep(2)
        # The clock of the races need not be the machine's.
        CLOCK_OFFSET = send(1, "GET", "/v1/clock")["time_us"] / 1e6 - time.monotonic()
        rooms = [Room(number) for number in range(count)]
        for room in rooms:
            room.open()
        print(json.dumps(asyncio.run(measure(rooms, servers))))
        # A group can have 50 races, so the next measurement needs these rooms to be over.
        for room in rooms:
            room.leave()
    finally:
        for server in servers:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
