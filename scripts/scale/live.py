#!/usr/bin/env python3
"""Measures a live race from outside: scripts/scale/live.py LADDER LADDER_SERVER [DELAY JITTER LOSS]

Three programs and a server run in four processes. A proxy between them delays each piece of data by DELAY ± JITTER ms
in each direction (80 and 40 by default); a share LOSS (0.02) waits another 200 ms, like a lost packet that is sent
again. The instants are those at which the programs write to their terminals. After 20 seconds, the connections of one
program break for 10 seconds.
"""
import asyncio, fcntl, json, os, pty, random, re, select, signal, statistics, struct, subprocess, sys, tempfile
import termios, threading, time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "Tests", "Benchmarks", "Yardstick"))
import ticklab

SERVER_PORT, FIRST_PORT = 17400, 17401
NAMES = ["Ann", "Ben", "Cy"]


class Proxy:
    """A proxy to the server for one program."""

    def __init__(self, port, delay, jitter, loss):
        self.port, self.delay, self.jitter, self.loss = port, delay, jitter, loss
        self.is_broken = False
        self.writers = set()

    async def start(self):
        await asyncio.start_server(self.serve, "127.0.0.1", self.port)

    async def serve(self, reader, writer):
        if self.is_broken:
            return writer.close()
        other_reader, other_writer = await asyncio.open_connection("127.0.0.1", SERVER_PORT)
        self.writers |= {writer, other_writer}
        await asyncio.gather(self.copy(reader, other_writer), self.copy(other_reader, writer))

    async def copy(self, reader, writer):
        queue, due = asyncio.Queue(), 0

        async def deliver():
            while (piece := await queue.get())[1]:
                await asyncio.sleep(max(0, piece[0] - time.monotonic()))
                if not writer.is_closing():
                    writer.write(piece[1])
            writer.close()

        task = asyncio.ensure_future(deliver())
        while data := await self.read(reader):
            wait = self.delay + random.uniform(-self.jitter, self.jitter)
            wait += 200 if random.random() < self.loss else 0
            # Data never overtakes earlier data.
            due = max(due, time.monotonic() + wait / 1000)
            queue.put_nowait((due, data))
        queue.put_nowait((0, b""))
        await task

    async def read(self, reader):
        try:
            return await reader.read(65536)
        except ConnectionError:
            return b""

    def break_connections(self):
        self.is_broken = True
        for writer in self.writers:
            writer.transport.abort()
        self.writers.clear()


class Program:
    """A program in a terminal of 80×24."""

    def __init__(self, name, argv, env):
        self.name, self.screen, self.shown = name, ticklab.Screen(80, 24), {}
        self.start, self.pressed = None, []
        pid, self.terminal = pty.fork()
        if pid == 0:
            os.execve(argv[0], argv, env)
        self.pid = pid
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))

    def read(self):
        data = os.read(self.terminal, 65536)
        now = time.monotonic()
        self.screen.feed(data)
        text = self.screen.text()
        if self.start is None and "REPS 0" in text and "Get ready" not in text:
            self.start = now
        for name in NAMES:
            row = re.search(rf"^\s*\d+ +{name} .*?(\d+)(?: in |, |\s*$)", text, re.M)
            if row:
                self.shown.setdefault((name, int(row[1])), now)

    def type(self, keys):
        os.write(self.terminal, keys.encode())

    def press(self):
        self.pressed.append(time.monotonic())
        self.type(" ")


def pump(programs, until, is_done=lambda: False):
    """Reads the programs' output until a time."""
    while time.monotonic() < until and not is_done():
        ready = select.select([p.terminal for p in programs], [], [], 0.005)[0]
        for program in programs:
            if program.terminal in ready:
                program.read()


def expect(programs, seconds, what, is_true):
    pump(programs, time.monotonic() + seconds, is_true)
    if not is_true():
        sys.exit(f"{what}:\n" + "\n".join(p.screen.text() for p in programs))


def main():
    ladder, server = (os.path.abspath(path) for path in sys.argv[1:3])
    conditions = [float(text) for text in sys.argv[3:6]] or [80, 40, 0.02]
    folder = tempfile.mkdtemp()
    env = dict(os.environ, HOME=folder, TERM="xterm-256color", LC_ALL="C.UTF-8")
    data = lambda name: os.path.join(folder, name)
    run = lambda argv, text=None: subprocess.run(
        argv, env=env, input=text, check=True, capture_output=True, text=True).stdout
    run([server, "group", "create", "club", "--data", data("server")])
    log = open(data("log"), "w")
    process = subprocess.Popen(
        [server, "--data", data("server"), "--listen", f"127.0.0.1:{SERVER_PORT}"], env=env, stdout=subprocess.PIPE,
        stderr=log)
    process.stdout.readline()
    proxies = [Proxy(FIRST_PORT + index, *conditions) for index in range(len(NAMES))]
    loop = asyncio.new_event_loop()
    for proxy in proxies:
        loop.run_until_complete(proxy.start())
    threading.Thread(target=loop.run_forever, daemon=True).start()
    programs = []
    try:
        for name, proxy in zip(NAMES, proxies):
            link = run([server, "invite", name, "--data", data("server")])
            link = re.search(r"http\S+", link)[0].replace(f":{SERVER_PORT}", f":{proxy.port}")
            run([ladder, "--data", data(name), "--as", name, "join"], link)
        for name in NAMES:
            programs.append(Program(name, [ladder, "--data", data(name), "--as", name, "race", "pushups-2min"], env))
            if len(programs) == 1:
                expect(programs, 60, "no room", lambda: "Waiting for others" in programs[0].screen.text())
        expect(programs, 60, "not all racers are in the room", lambda: all(
            all(name in p.screen.text() for name in NAMES) for p in programs))
        pump(programs, time.monotonic() + 3)
        for program in programs:
            program.type(" ")
        expect(programs, 60, "no start", lambda: all(p.start for p in programs))
        starts = [p.start for p in programs]

        begin = time.monotonic()
        next_press = {p: begin + random.uniform(0.5, 1.5) for p in programs}
        state = "before"
        while (now := time.monotonic()) < begin + 45:
            for program in programs:
                if now >= next_press[program]:
                    program.press()
                    next_press[program] = now + random.uniform(0.7, 1.3)
            if state == "before" and now >= begin + 20:
                state = "broken"
                loop.call_soon_threadsafe(proxies[-1].break_connections)
            if state == "broken" and now >= begin + 30:
                state = "after"
                proxies[-1].is_broken = False
            pump(programs, now + 0.02)
        # Reps before the break, and shown on the other programs' screens.
        latencies = [
            shown - press for p in programs for number, press in enumerate(p.pressed, 1) if press < begin + 18
            for other in programs if other is not p
            for shown in [other.shown.get((p.name, number))] if shown]
        missing = sum(
            (p.name, number) not in other.shown for p in programs for number, press in enumerate(p.pressed, 1)
            if press < begin + 18 for other in programs if other is not p)
        pump(programs, time.monotonic() + 5)
        for program in programs:
            program.type("s")
        expect(programs, 30, "a workout was not saved", lambda: all("Saved" in p.screen.text() for p in programs))
        pump(programs, time.monotonic() + 3)
        for program in programs:
            program.type("\x1b")
        counts = {p.name: len(p.pressed) for p in programs}
        expect(programs, 60, "results are missing", lambda: all(
            all(re.search(rf"{name}.* {count} reps", p.screen.text()) for name, count in counts.items())
            for p in programs))
        text = "\n".join(p.screen.text() for p in programs)
        quantiles = statistics.quantiles(latencies, n=20)
        print(json.dumps({
            "delay_ms": conditions[0], "jitter_ms": conditions[1], "loss": conditions[2],
            "starts_apart_ms": round(1000 * (max(starts) - min(starts)), 1),
            "reps_seen": len(latencies), "reps_not_seen_alone": missing,
            "rep_p50_ms": round(1000 * statistics.median(latencies)), "rep_p95_ms": round(1000 * quantiles[18]),
            "reps": counts, "different_logs": text.count("(differs)"),
        }, indent=1))
    finally:
        for program in programs:
            os.kill(program.pid, signal.SIGKILL)
        process.kill()


main()
