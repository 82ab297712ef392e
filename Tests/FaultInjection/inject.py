#!/usr/bin/env python3
"""Makes each system call of several commands fail, one call in each run, and checks the result.

    inject.py LADDER [--calls N] [--every K] [--jobs J] [SCENARIO ...]

A run without faults shows the system calls of a command. Each call then fails in separate runs, at each of its first N
occurrences (300 by default), with each error listed for it here. `--every K` tries each K-th of these runs. A run must
end in time, restore the terminal, print at most one line to standard error, exit normally, and leave a database that has
all of its workouts. A signal may end the program only if it lacks memory or has lost its terminal.

The time limit is five seconds plus 20 times the duration of a run without a fault under the same load.
"""

import argparse
import collections
import concurrent.futures
import fcntl
import os
import pty
import re
import select
import shutil
import signal
import sqlite3
import struct
import subprocess
import sys
import tempfile
import termios
import time
from dataclasses import dataclass

ERRORS = {
    **dict.fromkeys(["openat", "open", "mkdir", "mkdirat"], ["EACCES", "EMFILE", "EIO"]),
    **dict.fromkeys(["read", "pread64", "readlink", "getdents64", "lseek"], ["EIO"]),
    **dict.fromkeys(["write", "pwrite64", "ftruncate", "fallocate"], ["ENOSPC", "EIO"]),
    **dict.fromkeys(["fsync", "fdatasync"], ["EIO", "ENOSPC"]),
    "fcntl": ["ENOLCK", "EAGAIN"],
    **dict.fromkeys(["mmap", "brk", "mremap", "mprotect", "munmap", "madvise"], ["ENOMEM"]),
    **dict.fromkeys(["clone", "clone3"], ["EAGAIN"]),
    **dict.fromkeys(["ppoll", "poll", "eventfd2", "timerfd_create", "pipe2", "dup2"], ["EINTR", "ENOMEM"]),
}
OTHER_ERRORS = ["EIO", "EPERM"]
# Calls that cannot fail, and one call (futex) for which the C library itself aborts the process if it fails.
UNTRIED = {
    "execve", "exit", "exit_group", "futex", "rt_sigreturn", "restart_syscall", "arch_prctl", "set_robust_list", "rseq",
    "set_tid_address", "wait4", "tgkill", "getpid", "gettid", "getuid", "geteuid", "getgid", "getegid",
}
# An error of a terminal's device means that the terminal is gone, which ends a session by SIGHUP, or by the SIGINT of a
# Ctrl-C after the terminal has been restored.
TERMINAL = {"read", "write", "ppoll"}
MEMORY = {"mmap", "brk", "mremap", "mprotect", "munmap", "madvise"}
LOGGED = 3


@dataclass
class Scenario:
    name: str
    arguments: list
    # The keys of a session on a terminal, one after the other; None for a command.
    keys: list = None
    input: bytes = b""

    def check(self, folder, status):
        """Returns the problems of the data in the folder of a run."""
        data = f"{folder}/data"
        problems = []
        count, damage = workouts(f"{data}/ladder.db")
        problems += damage
        saves = {"log": 1}.get(self.name, 0)
        if self.name == "restore":
            if count not in (LOGGED, 1) or status == 0 and count != 1:
                problems.append(f"{count} workouts after a restore")
            if count == 1:
                earlier = [name for name in os.listdir(data) if "-before-restore-" in name and name.endswith(".db")]
                kept = [workouts(f"{data}/{name}") for name in earlier]
                if (LOGGED, []) not in kept:
                    problems.append(f"the earlier database is not kept: {kept}")
        elif self.keys is not None:
            if count < LOGGED:
                problems.append(f"{count} workouts")
        elif count not in (LOGGED, LOGGED + saves) or status == 0 and count != LOGGED + saves:
            problems.append(f"{count} workouts, status {status}")
        if self.name == "backup":
            copy = f"{folder}/copy.db"
            if os.path.exists(copy) and workouts(copy) != (LOGGED, []):
                problems.append(f"an incomplete backup: {workouts(copy)}")
            elif status == 0 and not os.path.exists(copy):
                problems.append("no backup")
        return problems


SCENARIOS = [
    Scenario("log", ["log", "pushups-2min", "--reps", "20"]),
    Scenario("history", ["history"]),
    Scenario("restore", ["restore", "{folder}/other.db"]),
    Scenario("backup", ["backup", "{folder}/copy.db"]),
    Scenario("doctor", ["doctor", "--repair"]),
    Scenario("plain", ["--plain"], input=b"1\ns\ns\n"),
    Scenario("start", ["start", "pushups-2min"], keys=[b"s", b" ", b" ", b"\x03"]),
    Scenario("session", [], keys=[b"h", b"\x1b", b"1", b"\r", b"\x1b", b"q"]),
]


def workouts(path):
    """Returns the number of workouts in a database, and its damage."""
    try:
        connection = sqlite3.connect(f"file:{path}?mode=rw", uri=True)
        try:
            found = [row[0] for row in connection.execute("PRAGMA integrity_check")]
            count = connection.execute("SELECT count(*) FROM workouts WHERE deleted_at IS NULL").fetchone()[0]
            return count, [] if found == ["ok"] else found[:1]
        finally:
            connection.close()
    except sqlite3.Error as error:
        return -1, [f"{path}: {error}"]


@dataclass
class Outcome:
    status: int
    errors: str
    seconds: float
    is_late: bool = False
    is_restored: bool = True


class Runner:
    def __init__(self, ladder, root):
        self.ladder = ladder
        self.root = root
        self.template = f"{root}/template"
        self.limit = 600.0

    def environment(self, folder):
        return {
            "HOME": folder, "LADDER_DATA": f"{folder}/data", "LADDER_USER": "Ann", "LC_ALL": "C.UTF-8", "TZ": "UTC",
            "PATH": "/usr/bin:/bin", "TERM": "xterm-256color", "SWIFT_BACKTRACE": "enable=no",
        }

    def prepare(self):
        """Creates the folder that each run gets a copy of."""
        os.makedirs(f"{self.template}/data")
        environment = self.environment(self.template)

        def log(count):
            for reps in range(count):
                subprocess.run(
                    [self.ladder, "log", "pushups-2min", "--reps", str(10 + reps)], env=environment, check=True, capture_output=True)

        log(1)
        subprocess.run([self.ladder, "backup", f"{self.template}/other.db"], env=environment, check=True,
                       capture_output=True)
        log(LOGGED - 1)
        connection = sqlite3.connect(f"{self.template}/data/ladder.db")
        # The damage that `doctor --repair` repairs.
        connection.execute("UPDATE periods SET reps = reps + 1")
        connection.commit()
        connection.close()

    def run(self, scenario, strace):
        """Runs a scenario in a new folder."""
        folder = tempfile.mkdtemp(dir=self.root)
        try:
            shutil.copytree(self.template, folder, dirs_exist_ok=True)
            command = strace(folder) + [self.ladder] + [
                argument.replace("{folder}", folder) for argument in scenario.arguments]
            start = time.monotonic()
            run = self.run_command if scenario.keys is None else self.run_session
            outcome = run(scenario, command, self.environment(folder))
            outcome.seconds = time.monotonic() - start
            return outcome, scenario.check(folder, outcome.status)
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def run_command(self, scenario, command, environment):
        with subprocess.Popen(
                command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                start_new_session=True) as process:
            try:
                _, errors = process.communicate(scenario.input, timeout=self.limit)
                return Outcome(process.returncode, errors.decode(errors="replace"), 0)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                return Outcome(-1, "", 0, is_late=True)

    def run_session(self, scenario, command, environment):
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        modes = termios.tcgetattr(slave)
        process = subprocess.Popen(
            command, env=environment, stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
        output = b""
        keys = collections.deque(scenario.keys)
        start = typed = time.monotonic()
        is_late = False

        def read(timeout):
            nonlocal output
            if not select.select([master], [], [], timeout)[0]:
                return False
            output += os.read(master, 1 << 16)
            return True

        while process.poll() is None:
            read(0.02)
            now = time.monotonic()
            # Keys are typed after the first screen, or after half of the time limit if a fault prevents it. After the
            # last key, Ctrl-C ends a program that still runs.
            is_shown = b"?2026l" in output or now - start > self.limit / 2
            if is_shown and now - typed > (0.2 if keys else 1):
                os.write(master, keys.popleft() if keys else b"\x03")
                typed = now
            if now - start > self.limit:
                is_late = True
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        while read(0):
            pass
        is_restored = termios.tcgetattr(slave) == modes
        for on, off in [(b"?1049h", b"?1049l"), (b"?2004h", b"?2004l"), (b"?1000h", b"?1000l"), (b"[>7u", b"[<u")]:
            if output.rfind(off) < output.rfind(on):
                is_restored = False
        os.close(master)
        os.close(slave)
        rest = output.rpartition(b"?1049l")[2].decode(errors="replace")
        lines = re.sub(r"\x1b(\[[0-9;?<>]*[a-zA-Z]|\([A-Z0-9])|[^\n\x20-\x7e]", "", rest)
        return Outcome(process.returncode, lines, 0, is_late, is_restored)

    def calls(self, scenario, limit):
        """Returns the system calls of a run as pairs of a name and the number of its calls, at most `limit`."""
        counts = collections.Counter()

        def strace(folder):
            self.trace = f"{folder}.trace"
            return ["strace", "-f", "-o", self.trace]

        outcome, problems = self.run(scenario, strace)
        if outcome.errors.strip() or outcome.status != 0 or problems or not outcome.is_restored:
            sys.exit(f"{scenario.name} fails without a fault: {outcome} {problems}")
        with open(self.trace) as lines:
            for line in lines:
                match = re.match(r"(\d+) +([a-z0-9_]+)\(", line)
                if match:
                    counts[match[1], match[2]] += 1
        os.unlink(self.trace)
        totals = {}
        for (_, name), count in counts.items():
            totals[name] = max(totals.get(name, 0), min(count, limit))
        return sorted((name, count) for name, count in totals.items() if name not in UNTRIED)


def problems_of(call, outcome, problems):
    problems = list(problems)
    lines = [line for line in outcome.errors.splitlines() if line.strip()]
    if outcome.is_late:
        problems.append(f"did not end in {outcome.seconds:.0f} s")
    elif (outcome.status < 0 or outcome.status > 128) and call not in MEMORY and not (
            outcome.status in (-signal.SIGHUP, -signal.SIGINT) and call in TERMINAL):
        problems.append(f"ended by signal {outcome.status}")
    if not outcome.is_restored:
        problems.append("the terminal is not restored")
    if len(lines) > 1 and call not in MEMORY:
        problems.append(f"{len(lines)} lines: {lines}")
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ladder")
    parser.add_argument("scenarios", nargs="*", metavar="SCENARIO")
    parser.add_argument("--calls", type=int, default=300)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    chosen = [each for each in SCENARIOS if not options.scenarios or each.name in options.scenarios]
    failed = total = 0
    with tempfile.TemporaryDirectory(prefix="ladder-faults-") as root:
        runner = Runner(os.path.abspath(options.ladder), root)
        runner.prepare()
        for scenario in chosen:
            calls = runner.calls(scenario, options.calls)
            with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
                fast = ["strace", "-f", "--seccomp-bpf", "-o", "/dev/null", "-e", "trace=openat"]
                runner.limit = 600
                usual = list(pool.map(lambda _: runner.run(scenario, lambda _: fast)[0].seconds, range(options.jobs)))
                runner.limit = 5 + 20 * max(usual)
                runs = [
                    (call, error, number) for call, count in calls
                    for error in ERRORS.get(call, OTHER_ERRORS) for number in range(1, count + 1)
                ][::options.every]

                def attempt(run):
                    call, error, number = run
                    strace = ["strace", "-f", "--seccomp-bpf", "-o", "/dev/null", "-e", f"trace={call}",
                              "-e", f"inject={call}:error={error}:when={number}"]
                    outcome, problems = runner.run(scenario, lambda _: strace)
                    return run, outcome, problems_of(call, outcome, problems)

                kinds = collections.Counter()
                longest = 0
                for (call, error, number), outcome, problems in pool.map(attempt, runs):
                    kind = "succeeded" if outcome.status == 0 else "refused" if 0 < outcome.status < 128 else "ended"
                    kinds[kind] += 1
                    longest = max(longest, outcome.seconds)
                    if problems:
                        failed += 1
                        print(f"{scenario.name}: {call}:error={error}:when={number}: {'; '.join(problems)}", flush=True)
            total += len(runs)
            described = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
            print(
                f"{scenario.name}: {len(runs)} faults in {len(calls)} system calls, {described}; "
                f"the longest run took {longest:.1f} s", flush=True)
    print(f"{total} faults, {failed} with problems")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
