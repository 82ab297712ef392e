#!/usr/bin/env python3
"""Writes start.ld anew: which functions of the release binary are laid together, because starts and workouts run them.

The kernel brings a file to memory in pieces of 64 KB around what is touched, so a function of fifty bytes that lies among
strangers costs a thousand times its size. And what each tick of a workout runs lies together within that: between two ticks
everybody else has had the processor, and each page that is touched again is looked up anew. Needs valgrind and python3; takes two minutes. Functions that the list does not
know, because the code has changed since, only lie where they always would.

    scripts/link/order.py
"""
import bisect, collections, fcntl, os, pty, re, select, signal, struct, subprocess, tempfile, termios, time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
MAP = os.path.join(ROOT, ".build", "ladder.map")
BINARY = os.path.join(ROOT, ".build", "release", "ladder")
# What is done in each run: keys, each with time to be answered in.
RUNS = [["j", "\t", "l", "\t", "?"], ["\r", "s", "s", " ", " ", " ", "s", "r", "\r"]]
# A pattern may take cold code along: so much of it as to be hot by this share, or so few bytes.
HOT_SHARE, COLD_BYTES = 0.75, 150
# Who has run so often in one run ran at each tick.
TICKS = 250


def build():
    subprocess.run(["swift", "build", "-c", "release", "--static-swift-stdlib", "--product", "ladder",
                    "-Xlinker", "-Map=" + MAP], cwd=ROOT, check=True)


def run(binary, folder, keys, profile):
    """Runs the program under callgrind on a terminal of 100 columns."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ.update(LADDER_DATA=folder, XDG_CONFIG_HOME=folder, TERM="xterm-256color", LC_ALL="C.UTF-8")
        os.execvp("valgrind", ["valgrind", "--tool=callgrind", "--dump-instr=yes",
                               "--callgrind-out-file=" + profile, binary, "--as", "Ann"])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))

    def read(seconds, until=None):
        end, seen = time.time() + seconds, b""
        while time.time() < end and (until is None or until not in seen):
            if select.select([terminal], [], [], 0.05)[0]:
                try:
                    seen += os.read(terminal, 65536)
                except OSError:
                    return

    read(120, until=b"\x1b[?1049h")
    read(4)
    for key in keys:
        os.write(terminal, key.encode())
        read(2)
    os.kill(pid, signal.SIGTERM)
    read(10)
    os.waitpid(pid, 0)


def executed(profile):
    """How often each instruction ran, by address; callgrind writes each relative to the one before."""
    address, found, is_call = 0, collections.Counter(), False
    for line in open(profile):
        m = re.match(r"(0x[0-9a-f]+|\+\d+|-\d+|\*) .*?(\d+)$", line)
        if m:
            word = m[1]
            address = int(word, 16) if word[0] == "0" else address if word == "*" else address + int(word)
            # Behind a call stands what it cost, all in all.
            found[address] += 0 if is_call else int(m[2])
        is_call = line.startswith("calls=")
    return found


def sections():
    """The pieces that the linker laid out: address, size, file, name."""
    pieces, output = [], None
    for line in open(MAP):
        m = re.match(r" *([0-9a-f]+) +[0-9a-f]+ +([0-9a-f]+) +\d+ (.*)$", line)
        if not m:
            continue
        text = m[3]
        indent = len(text) - len(text.lstrip())
        if indent == 0:
            output = text.strip()
        elif indent == 8 and output.startswith(".text"):
            piece = re.match(r"(.*):\((.*)\)$", text.strip())
            if piece:
                pieces.append((int(m[1], 16), int(m[2], 16), piece[1], piece[2]))
    return sorted(pieces)


def patterns(table):
    """Prefixes of names that take most of the hot functions and little of the cold. `table`: name to (hot, all) bytes."""
    names = sorted(table)
    hot, total = [0], [0]
    for name in names:
        hot.append(hot[-1] + table[name][0])
        total.append(total[-1] + table[name][1])
    chosen = []

    def choose(low, high):
        h, t = hot[high] - hot[low], total[high] - total[low]
        if not h:
            return
        prefix = os.path.commonprefix([names[low], names[high - 1]])
        if high - low == 1 or h >= HOT_SHARE * t or t - h <= COLD_BYTES:
            around = names[max(0, low - 1):low] + names[high:high + 1]
            needed = max([len(os.path.commonprefix([prefix, n])) + 1 for n in around] + [4])
            exact = high - low == 1 and needed > len(prefix)
            chosen.append(prefix if exact else prefix[:needed] + "*")
            return
        start, depth = low, len(prefix)
        while start < high:
            end = start + 1
            while end < high and names[end][depth:depth + 1] == names[start][depth:depth + 1]:
                end += 1
            choose(start, end)
            start = end

    choose(0, len(names))
    return list(dict.fromkeys(chosen))


def main():
    build()
    pieces = sections()
    starts = [p[0] for p in pieces]
    hot, ticking = set(), set()
    with tempfile.TemporaryDirectory() as folder:
        binary = os.path.join(folder, "ladder")
        subprocess.run(["objcopy", "--strip-debug", BINARY, binary], check=True)
        for keys in RUNS:
            # Nothing of one run may keep the next from its way.
            home = tempfile.mkdtemp(dir=folder)
            profile = os.path.join(home, "profile")
            run(binary, home, keys, profile)
            print("%s: %d bytes of profile" % (keys, os.path.getsize(profile)))
            for address, count in executed(profile).items():
                i = bisect.bisect_right(starts, address) - 1
                if i >= 0 and address < pieces[i][0] + pieces[i][1]:
                    hot.add(i)
                    if address == pieces[i][0] and count >= TICKS:
                        ticking.add(i)
    table, files = {}, collections.Counter()
    for i, (_, size, file, name) in enumerate(pieces):
        if name == ".text":
            # Compiled without a section for each function: whole, the largest last.
            if i in hot:
                files[file] += size
        elif name.startswith(".text.") and not name.startswith(".text..L"):
            known = table.setdefault(name[len(".text."):], [0, 0])
            known[0] += size if i in hot else 0
            known[1] += size
    names = {pieces[i][3] for i in ticking if pieces[i][3].startswith(".text.")}
    lines = ["*(%s)" % name for name in sorted(names) if "..L" not in name]
    lines += ["*(.text.%s)" % p for p in patterns(table)]
    for file, _ in sorted(files.items(), key=lambda f: (f[1], f[0])):
        archive = re.match(r".*/([^/]+\.a)\((.*)\)$", file)
        place = "*%s:%s" % archive.groups() if archive else "*/" + "/".join(file.split("/")[-2:])
        lines.append(place + "(.text)")
    # What has no name of its own: pieces of a few bytes, which any function may need.
    lines.append("*(.text..L*)")
    with open(os.path.join(HERE, "start.ld"), "w") as script:
        script.write("/* Written by order.py, which says what for. */\nSECTIONS {\n  .text.start : {\n")
        script.writelines("    %s\n" % line for line in lines)
        script.write("  }\n} INSERT BEFORE .text;\n")
    print("%d functions of %d ran, %d at each tick; start.ld has %d lines"
          % (len(hot), len(pieces), len(ticking), len(lines)))


main()
