#!/usr/bin/env python3
"""Writes order.txt: the symbols that the linker places first in the release binary's code, one per line.

The list has the functions that the ticks of a running workout call, then those that a start calls, and then those of
the end of a workout and of other tabs, so that each touches few pages: the kernel maps the whole block of 64 KB around a
page that is used.

Run `make order` after a change that adds or moves much code. The linker ignores unknown names. Needs valgrind and
python3; takes about two minutes after the build.
"""
import collections, fcntl, glob, os, pty, re, select, signal, struct, subprocess, tempfile, termios, time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BINARY = os.path.join(ROOT, ".build", "release", "ladder")
MAP = os.path.join(ROOT, ".build", "ladder.map")
LIST = os.path.join(HERE, "order.txt")
# A function without its own section moves its whole file. Larger files stay where they are.
MAX_SECTION = 1 << 16
# The time for counting ticks, and the minimum number of a function's calls in that time.
SECONDS, MIN_CALLS = 15, 50


def build():
    """Links the binary with the list."""
    if os.path.exists(BINARY):
        os.remove(BINARY)  # SwiftPM does not link again when only the list has changed.
    subprocess.run(["make", "build", "LINKER_FLAGS=-Xlinker --no-demangle -Xlinker -Map=" + MAP], cwd=ROOT, check=True)


def profile(folder):
    """Runs a workout under callgrind. Returns each function's calls during the start, during the ticks, and later."""
    out = os.path.join(folder, "calls")
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ.update(HOME=folder, TERM="xterm-256color", LC_ALL="C.UTF-8")
        os.execvp("valgrind", ["valgrind", "--quiet", "--tool=callgrind", "--demangle=no", "--callgrind-out-file=" + out,
                               BINARY, "--as", "Ann", "--fps", "100"])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))

    def read(seconds, until=None):
        end, seen = time.monotonic() + seconds, b""
        while time.monotonic() < end and not (until and until in seen):
            if select.select([terminal], [], [], 0.05)[0]:
                seen += os.read(terminal, 65536)

    def write(*inputs):
        for keys in inputs:
            os.write(terminal, keys.encode())
            read(3)

    def dump():
        subprocess.run(["callgrind_control", "--dump", str(pid)], stdout=subprocess.DEVNULL, check=True)

    read(120, until=b"Push-ups in 2 minutes")
    read(3)
    # Two tabs and back, the list of keys, then a challenge and its workout.
    write("\t", "\t", "\x1b[Z\x1b[Z", "?", "\x1b", "1\r", "ss")
    dump()
    read(SECONDS)
    dump()
    # Two reps, the end of the workout, and the tabs that show it.
    write(" ", " ", "s", "\x1b", "2", "3")
    dump()
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    return [calls(part) for part in sorted(glob.glob(out + ".*"))]


def calls(path):
    """Returns the number of calls of each function, by its symbol."""
    counts, names, callee = collections.Counter(), {}, None
    for line in open(path):
        m = re.match(r"(c?)fn=\((\d+)\)(?: (.*?)(?:'\d+)?)?$", line)
        if m:
            names.setdefault(m[2], m[3])
            callee = names[m[2]]
            # A function without a known caller counts as called 0 times.
            counts[callee] += 0
        elif line.startswith("calls="):
            counts[callee] += int(line[len("calls="):].split()[0])
    return counts


def sections():
    """Returns each placed function with its size and those of its smallest and largest section, which move as a whole.

    Functions of several files can have one name. The linker then moves the sections of all of them.
    """
    found, output, section = {}, "", 0
    for line in open(MAP):
        m = re.match(r" *[0-9a-f]+ +[0-9a-f]+ +([0-9a-f]+) +\d+ ( *)(.*)$", line)
        if not m:
            continue
        size, depth = int(m[1], 16), len(m[2])
        if depth == 0:
            output = m[3]
        elif depth == 8:
            section = size
        elif output == ".text":
            _, smallest, largest = found.get(m[3], (0, section, section))
            found[m[3]] = size, min(section, smallest), max(section, largest)
    return found


def main():
    build()
    with tempfile.TemporaryDirectory() as folder:
        start, ticks, later = profile(folder)
    placed = {name: sizes for name, sizes in sections().items() if sizes[1] <= MAX_SECTION}
    ticking = {name for name, count in ticks.items() if count >= MIN_CALLS} & placed.keys()
    shared = {name for name, (size, _, largest) in placed.items() if largest > size}
    first = start.keys() | ticks.keys()
    listed = sorted({*start, *ticks, *later} & placed.keys())
    listed.sort(key=lambda name: (name not in first, name in shared, name not in ticking))
    with open(LIST, "w") as out:
        out.writelines(name + "\n" for name in listed)
    build()
    print("%d functions, %d of them of ticks" % (len(listed), len(ticking)))


main()
