#!/usr/bin/env python3
"""Writes order.txt: the symbols that the linker places first in the release binary's code, one per line.

The list has two kinds of functions:
- those that the ticks of a running workout call, so that a tick touches few pages;
- those in blocks of 64 KB of which a start calls only a few functions: the kernel maps the whole block around a page
  that is used, so without the list each of these blocks takes memory.

Run `make order` after a change that adds or moves much code. The linker ignores unknown names. Needs valgrind and
python3; takes about four minutes.
"""
import collections, fcntl, glob, os, pty, re, select, signal, struct, subprocess, tempfile, termios, time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BINARY = os.path.join(ROOT, ".build", "release", "ladder")
MAP = os.path.join(ROOT, ".build", "ladder.map")
LIST = os.path.join(HERE, "order.txt")
# The kernel maps blocks of this size.
BLOCK = 1 << 16
# The functions of a block are moved if at most this many of them are called.
MAX_NEIGHBORS = 40
# The time for counting ticks, and the minimum number of a function's calls in that time.
SECONDS, MIN_CALLS = 15, 50


def build(names, *flags):
    """Writes the list and links the binary with it, and with more flags of the linker."""
    with open(LIST, "w") as out:
        out.writelines(name + "\n" for name in names)
    if os.path.exists(BINARY):
        os.remove(BINARY)  # SwiftPM does not link again when only the list has changed.
    subprocess.run(["make", "build", "LINKER_FLAGS=" + " ".join("-Xlinker " + flag for flag in ["-Map=" + MAP, *flags])],
                   cwd=ROOT, check=True)


def profile(folder):
    """Runs a workout under callgrind. Returns each function's calls during the start and during the ticks."""
    binary, out = os.path.join(folder, "ladder"), os.path.join(folder, "calls")
    # Debian's valgrind cannot read the debug information that Swift writes.
    subprocess.run(["objcopy", "--strip-debug", BINARY, binary], check=True)
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ.update(HOME=folder, TERM="xterm-256color", LC_ALL="C.UTF-8")
        os.execvp("valgrind", ["valgrind", "--quiet", "--tool=callgrind", "--demangle=no", "--callgrind-out-file=" + out,
                               binary, "--as", "Ann", "--data", folder, "--fps", "100"])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))

    def read(seconds, until=None):
        end, seen = time.monotonic() + seconds, b""
        while time.monotonic() < end and not (until and until in seen):
            if select.select([terminal], [], [], 0.05)[0]:
                seen += os.read(terminal, 65536)

    def dump():
        subprocess.run(["callgrind_control", "--dump", str(pid)], stdout=subprocess.DEVNULL, check=True)

    read(120, until=b"Push-ups in 2 minutes")
    # Two tabs and back, the list of keys, then a challenge and its workout.
    for keys in ["\t", "\t", "\x1b[Z\x1b[Z", "?", "\x1b", "1\r", "ss"]:
        read(3)
        os.write(terminal, keys.encode())
    read(3)
    dump()
    read(SECONDS)
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
        elif line.startswith("calls="):
            counts[callee] += int(line[len("calls="):].split()[0])
    return counts


Symbol = collections.namedtuple("Symbol", "address size section")


def symbols():
    """Returns the placed symbols of the code, each with the size of its section, which moves as a whole."""
    found, output, section = {}, "", 0
    for line in open(MAP):
        m = re.match(r" *([0-9a-f]+) +[0-9a-f]+ +([0-9a-f]+) +\d+ ( *)(.*)$", line)
        if not m:
            continue
        address, size, depth = int(m[1], 16), int(m[2], 16), len(m[3])
        if depth == 0:
            output = m[4]
        elif depth == 8:
            section = size
        elif output == ".text":
            found[m[4]] = Symbol(address, size, section)
    return found


def lone(called, placed):
    """Returns the called functions of each block that has few of them, if all these functions can be moved."""
    blocks = collections.defaultdict(set)
    for name in called:
        # callgrind names a function without a symbol by its address.
        symbol = Symbol(int(name, 16), 1, None) if name.startswith("0x") else placed.get(name)
        if symbol:
            for block in range(symbol.address // BLOCK, (symbol.address + symbol.size - 1) // BLOCK + 1):
                blocks[block].add(name)
    movable = {name for name, symbol in placed.items() if symbol.section <= BLOCK}
    return set().union(*(b for b in blocks.values() if len(b) <= MAX_NEIGHBORS and b <= movable))


def main():
    # This build has no list, because blocks are counted in the compiler's order of functions.
    # It has a fixed address, so that the addresses of callgrind are those of the map.
    build([], "--no-pie")
    with tempfile.TemporaryDirectory() as folder:
        start, ticks = profile(folder)
    placed = symbols()
    ticking = {name for name, count in ticks.items() if count >= MIN_CALLS} & placed.keys()
    few = lone(set(start) | set(ticks), placed) - ticking
    # A function without its own section moves its whole file, so it comes last.
    shared = {name for name in ticking | few if placed[name].section > placed[name].size}
    names = sorted(ticking - shared) + sorted(few - shared) + sorted(shared, key=lambda n: (placed[n].section, n))
    build(names)
    print("%d functions of ticks, %d of starts" % (len(ticking), len(few)))


main()
