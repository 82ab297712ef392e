#!/usr/bin/env python3
"""Prints the resident memory of a workout: code by module, data, the heap, stacks and libraries.

  scripts/memory.py [PROGRAM]          (default: .build/release/ladder)
  scripts/memory.py --heap [PROGRAM]   also the heap's blocks by the module that asked for them (needs valgrind)
"""
import bisect, collections, fcntl, os, pty, re, select, signal, struct, subprocess, sys, tempfile, termios, time

PAGE = 4096

# What others allocate through.
SHARED = ("Swift", "C and C++", "libc", "libstdc")


def workout(command, folder, seconds):
    """Starts a workout in a terminal of 100x30, and returns the process."""
    process, terminal = pty.fork()
    if process == 0:
        os.environ.update(HOME=folder, TERM="xterm-256color", LC_ALL="C.UTF-8")
        os.execvp(command[0], command)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
    for keys in (b"", b"1\r", b"ss", b""):
        os.write(terminal, keys)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if select.select([terminal], [], [], 0.05)[0]:
                os.read(terminal, 65536)
    return process


def owner(symbol):
    """Returns the module that a symbol is named after."""
    if found := re.match(r"\$s(\d+)", symbol):
        start = found.end()
        return symbol[start:start + int(found[1])]
    if re.match(r"\$s|_?swift|_ZNK?S?[^N]*5swift", symbol):
        return "Swift"
    return "C and C++"


def code(process, mappings, program):
    """Returns the resident bytes of the program's code by module."""
    symbols = []
    for line in subprocess.run(["nm", "-n", "--defined-only", program], capture_output=True, text=True).stdout.splitlines():
        address, kind, name = line.split(" ", 2)
        if kind in "tTwW":
            symbols.append((int(address, 16), owner(name)))
    headers = subprocess.run(["readelf", "-lW", program], capture_output=True, text=True).stdout
    segments = [[int(field, 16) for field in line.split()[1:6]] for line in headers.splitlines() if line.split()[:1] == ["LOAD"]]
    bytes_by_module = collections.Counter()
    with open(f"/proc/{process}/pagemap", "rb") as pages:
        for start, end, access, offset, path in mappings:
            if path != program or access != "r-xp":
                continue
            segment = next(s for s in segments if s[0] // PAGE <= offset // PAGE <= (s[0] + s[3]) // PAGE)
            pages.seek(start // PAGE * 8)
            present = struct.unpack(f"{(end - start) // PAGE}Q", pages.read((end - start) // PAGE * 8))
            for index, page in enumerate(present):
                if page >> 63:
                    address = offset + index * PAGE + segment[1] - segment[0]
                    at = max(0, bisect.bisect_right(symbols, (address, "~")) - 1)
                    position = address
                    while position < address + PAGE and at < len(symbols):
                        next_start = symbols[at + 1][0] if at + 1 < len(symbols) else address + PAGE
                        stop = min(address + PAGE, max(position, next_start))
                        bytes_by_module[symbols[at][1]] += stop - position
                        position, at = stop, at + 1
    return bytes_by_module


def table(title, rows, least):
    print(f"{title:44}{sum(rows.values()) / 1e6:8.2f} MB")
    others = 0
    for name, size in rows.most_common():
        if size < least:
            others += size
        else:
            print(f"  {name:42}{size / 1e6:8.2f}")
    if others:
        print(f"  {'others':42}{others / 1e6:8.2f}")


def resident(program):
    """Prints the resident memory by kind."""
    with tempfile.TemporaryDirectory() as folder:
        process = workout([program, "--data", folder + "/data"], folder, 2)
        mappings, kinds, libraries, current = [], collections.Counter(), collections.Counter(), None
        with open(f"/proc/{process}/smaps") as file:
            for line in file:
                fields = line.split()
                if found := re.match(r"([0-9a-f]+)-([0-9a-f]+)$", fields[0]):
                    path = fields[5] if len(fields) > 5 else ""
                    current = (fields[1], path)
                    mappings.append((int(found[1], 16), int(found[2], 16), fields[1], int(fields[2], 16), path))
                elif fields[0] == "Rss:" and current:
                    access, path = current
                    size = int(fields[1]) * 1024
                    if path == program:
                        if access != "r-xp":
                            kinds["its constants" if access == "r--p" else "its variables"] += size
                    elif path.startswith("/"):
                        libraries[os.path.basename(path)] += size
                    else:
                        kinds["heap" if path in ("", "[heap]") else "stack" if path == "[stack]" else "kernel"] += size
        modules = code(process, mappings, program)
        os.kill(process, signal.SIGKILL)
    print(f"resident: {(sum(modules.values()) + sum(kinds.values()) + sum(libraries.values())) / 1e6:.2f} MB")
    table("the program's code", modules, 100_000)
    table("the program's data, heap and stack", kinds, 0)
    table("libraries and their data", libraries, 100_000)


def heap(program):
    """Prints the blocks of the heap by the first function of the program that asked for them."""
    with tempfile.TemporaryDirectory() as folder:
        out = folder + "/massif"
        process = workout(
            ["valgrind", "-q", "--tool=massif", "--depth=12", "--threshold=0.2", "--demangle=no",
             "--massif-out-file=" + out, program, "--data", folder + "/data"], folder, 10)
        os.kill(process, signal.SIGINT)
        os.waitpid(process, 0)
        snapshots = open(out).read().split("#-----------\nsnapshot=")
    last = [snapshot for snapshot in snapshots if "heap_tree=detailed" in snapshot or "heap_tree=peak" in snapshot][-1]
    modules = collections.Counter()
    stack = []
    for line in last.splitlines():
        if found := re.match(r"( *)n(\d+): (\d+) (?:0x\w+: (\S+) \((.*)\))?", line):
            depth, children, size, name, place = len(found[1]), int(found[2]), int(found[3]), found[4] or "", found[5] or ""
            del stack[depth:]
            library = re.search(r"in .*/(lib\w+)", place)
            own = library[1] if library else owner(name) if name else None
            inherited = stack[-1] if stack else None
            stack.append(own if inherited in (None, *SHARED) and own else inherited)
            if children == 0:
                modules[stack[-1] or "small blocks"] += size
    table("blocks of the heap at the last snapshot", modules, 10_000)


arguments = sys.argv[1:]
wants_heap = "--heap" in arguments
program = os.path.realpath(next((a for a in arguments if a != "--heap"), ".build/release/ladder"))
resident(program)
if wants_heap:
    heap(program)
