#!/usr/bin/env python3
"""Changes the sources in one place at a time, and checks whether a test fails.

    mutants.py [--count N] [--seeds N ...] [--numbers N ...]

A copy of the package in .build/torture/mutants has all mutants of all sets (one for each seed). LADDER_MUTANT=N switches
one of them on. A first run without mutants measures which suites reach which mutant. Only these suites run: first those
of the mutant's module, then the others that fit into four minutes of processor time, in the order app, scripts, program
and server. A run ends with its first failed expectation, or when it has taken much longer than without
mutants. The last lines are the scores of each module and the survivors. Some survivors may equal the original.
The exit status is 1 if more than 15 % survive.
"""

import argparse, bisect, collections, json, os, pathlib, random, re, shutil, signal, subprocess, sys, threading
from concurrent.futures import ThreadPoolExecutor

FEATURES = ["AppFeatures", "CatalogueFeatures", "TimerFeatures", "HistoryFeatures", "SharedFeatures"]
MODULES = FEATURES + ["Models", "ClientsLive", "TerminalUI", "TerminalHost", "Server", "ReducerRuntime", "Scripting",
                      "LadderCommands", "SQLite"]
# The tests of a module, where they are not named after it.
TESTS_OF = {"LadderCommands": "LadderTests"} | {module: "FeaturesTests" for module in FEATURES}
MIN_COUNT = 4
# The targets whose tests run after those of a mutant's own module, in this order.
LEVELS = ["FeaturesTests", "ScriptingTests", "LadderTests", "ServerTests"]
MAX_SECONDS = 240
# Tests whose sandbox prevents a program from recording the mutants that it reaches.
SANDBOXED = {"Scripting": "LadderTests.PlayCommandTests", "LadderCommands": "LadderTests.PlayCommandTests"}
WORK = pathlib.Path(".build/torture/mutants").resolve()
PACKAGE, BUILD, HITS = WORK / "package", WORK / "build", WORK / "hits"
UNUSABLE, MEASURED = WORK / "unusable.json", WORK / "measured.json"
TESTS = [str(BUILD / "debug/ladderPackageTests.xctest"), "--testing-library", "swift-testing"]
SWITCH = """
import Glibc

let mutantNumber = getenv("LADDER_MUTANT").flatMap { Int(String(cString: $0)) } ?? 0
let mutantHits = getenv("LADDER_MUTANT_HITS").map { String(cString: $0) }
// A data race is harmless: it only creates a file twice.
nonisolated(unsafe) let mutantsHit = {
  let flags = UnsafeMutableBufferPointer<Bool>.allocate(capacity: 10_000)
  flags.initialize(repeating: false)
  return flags
}()

/// Whether mutant `n` is switched on. Records that it was reached.
@usableFromInline func mutant(_ n: Int) -> Bool {
  if let mutantHits, !mutantsHit[n] {
    mutantsHit[n] = true
    let code = errno
    close(open("\\(mutantHits)/\\(n)", O_CREAT | O_WRONLY, 0o666))
    errno = code
  }
  return mutantNumber == n
}
func mutantMin<T: Comparable>(_ n: Int, _ a: T, _ b: T) -> T { mutant(n) ? max(a, b) : min(a, b) }
func mutantMax<T: Comparable>(_ n: Int, _ a: T, _ b: T) -> T { mutant(n) ? min(a, b) : max(a, b) }
extension BidirectionalCollection {
  func mutantPrefix(_ n: Int, _ count: Int) -> SubSequence { mutant(n) ? suffix(count) : prefix(count) }
  func mutantSuffix(_ n: Int, _ count: Int) -> SubSequence { mutant(n) ? prefix(count) : suffix(count) }
  func mutantFirst(_ n: Int) -> Element? { mutant(n) ? last : first }
  func mutantLast(_ n: Int) -> Element? { mutant(n) ? first : last }
  func mutantFirst(_ n: Int, where matches: (Element) throws -> Bool) rethrows -> Element? {
    mutant(n) ? try last(where: matches) : try first(where: matches)
  }
}
"""
# Changes of these lines would affect only speed or reports of programming errors.
LEFT_OUT = re.compile(r"reserveCapacity|fatalError|precondition|assert|reportIssue|debugDescription|#if|@inlinable"
                      r"|^\s*case \w+ = |^\s*import |isKnownUniquelyReferenced|^\s*(prefix|infix|postfix) ")
SQL = re.compile(r"\b(SELECT|UPDATE|DELETE|WHERE|ORDER BY)\b")


def masked(text):
    """Returns the text with blanks for comments and an x for each character of a string, and the strings' ranges."""
    out, strings, i = list(text), [], 0
    while i < len(text):
        if match := re.compile(r"//.*|/\*[\s\S]*?\*/").match(text, i):
            for k in range(i, match.end()):
                out[k] = "\n" if text[k] == "\n" else " "
            i = match.end()
        elif match := re.compile(r'#*"""|#*"').match(text, i):
            end = string_end(text, i, match[0])
            strings.append((match.end(), end - len(match[0])))
            for k in range(i, end):
                out[k] = "\n" if text[k] == "\n" else "x"
            i = end
        else:
            i += 1
    return "".join(out), strings


def string_end(text, start, opening):
    """Returns the index after the string literal that starts at an index."""
    closing, escape = opening[::-1], "\\" + "#" * opening.count("#")
    i = start + len(opening)
    while not text.startswith(closing, i):
        if text.startswith(escape + "(", i):
            depth, i = 1, i + len(escape) + 1
            while depth:
                if match := re.compile(r'#*"""|#*"').match(text, i):
                    i = string_end(text, i, match[0])
                    continue
                depth += {"(": 1, ")": -1}.get(text[i], 0)
                i += 1
        else:
            i += len(escape) + 1 if text.startswith(escape, i) else 1
    return i + len(closing)


def operand(line, index, step, stops):
    """Returns the end of an operator's operand, from `index` to the right, or to the left if `step` is -1."""
    depth, i = 0, index
    opens, closes = ("([{", ")]}") if step > 0 else (")]}", "([{")
    while 0 <= (k := i if step > 0 else i - 1) < len(line):
        if line[k] in opens and not (step > 0 and line[k] == "{" and depth == 0):
            depth += 1
        elif line[k] in closes + "{" and depth == 0 or depth == 0 and line[k] in ",;":
            break
        elif line[k] in closes:
            depth -= 1
        elif depth == 0 and (match := re.compile(stops).match(line, k)):
            return i if step > 0 else match.end()
        i += step
    return i


WORDS = r"\b(?:return|in|case|let|var|where|else|if|guard|while|throw|try[?!]?|await)\s+"
ASSIGNMENT = r"\s[-+*/]?=\s|" + WORDS + r"|\s[?:]\s|\s->\s|\sin\s"
LOGIC = r"\s(?:&&|\|\|)\s|" + ASSIGNMENT
COMPARISON = r"\s(?:[<>]=?|[!=]==?)\s|" + LOGIC


def clauses(condition):
    """Returns the ranges of a condition's clauses, which commas separate."""
    result, start = [], 0
    while start < len(condition):
        depth, end = 0, start
        while end < len(condition) and (condition[end] != "," or depth):
            depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(condition[end], 0)
            end += 1
        result.append((start, end))
        start = end + 1
    return result


def line_mutants(line, before, after):
    """Yields kind, start, end, the new text with N as the number, and a description, for each mutant of a masked line."""
    def inside(match, group=0):
        return match.start(group), match.end(group)

    statement = re.match(r"(\s+)((?:(?:try|await) )*[\w.?!\[\]]+(?: (?:=|[-+*/]=) .*|\(.*\)))$", line)
    if statement and not line.count("{") and all(line.count(a) == line.count(b) for a, b in ("()", "[]")):
        is_only = before.rstrip().endswith(("{", "in")) and after.strip().startswith("}")
        is_part = re.search(r"([,(\[:=?&|+<]|->|return|else)$", before.rstrip()) or re.match(r"\s*[.?:&|+]", after)
        if not is_part and ("=" in statement[2] or not is_only) and not re.match(r"(self\.|super\.)?init\b", statement[2]):
            yield "statement", *inside(statement, 2), "if !mutant(N) { %s }", "dropped"
    if head := re.match(r"\s*(?:\} else )?(if|while|guard) (.*?)( else \{.*| \{.*)$", line):
        for start, end in clauses(head[2]):
            start, end = head.start(2) + start, head.start(2) + end
            start += len(line[start:end]) - len(line[start:end].lstrip())
            if re.match(r"(let|var|case)\b", line[start:end]):
                yield "condition", start, end, "!mutant(N), %s", "never true"
            elif not line[start:end].startswith("#"):
                yield "condition", start, end, "mutant(N) != (%s)", "negated"
                yield "condition", start, end, "mutant(N) || (%s)", "always true"
    for match in re.finditer(r" (&&|\|\|) ", line):
        test, value = ("(mutant(N) || (%s))", "true") if match[1] == "&&" else ("(!mutant(N) && (%s))", "false")
        yield "logic", match.end(), operand(line, match.end(), 1, LOGIC), test, "taken as " + value
        yield "logic", operand(line, match.start(), -1, LOGIC), match.start(), test, "taken as " + value
    for match in re.finditer(r" ([<>])(=?) ", line):
        other = match[1] + ("" if match[2] else "=")
        left, right = operand(line, match.start(), -1, LOGIC), operand(line, match.end(), 1, LOGIC)
        yield "comparison", left, right, ("ternary", match.start() - left, match.end() - left, f" {other} "), other
    for match in re.finditer(r" \?\? ", line):
        left = operand(line, match.start(), -1, COMPARISON)
        if line[left:match.start()].strip() and not re.search(r"try[?!]? $", line[:left]):
            yield "default", left, match.start(), "(mutant(N) ? nil : %s)", "the default of ?? taken"
    for match in re.finditer(r"(?<![.\w])(min|max)\(", line):
        yield "minimum", *inside(match), f"mutant{match[1].title()}(N, ", "max for min or the reverse"
    for match in re.finditer(r"\.(prefix|suffix)\((?!while)", line):
        yield "prefix", *inside(match), f".mutant{match[1].title()}(N, ", "suffix for prefix or the reverse"
    for match in re.finditer(r"\.(first|last)\b(?![(\w]| =)", line):
        yield "first", *inside(match), f".mutant{match[1].title()}(N)", "last for first or the reverse"
    for match in re.finditer(r"\.first\(where: ", line):
        yield "first", *inside(match), ".mutantFirst(N, where: ", "the last one for the first"
    for match in re.finditer(r" [-+] (1)\b(?![\d.:_])", line):
        yield "one", *inside(match, 1), "(mutant(N) ? 0 : 1)", "0"
    for match in re.finditer(r"\b(true|false)\b", line):
        yield "boolean", *inside(match), ("!" if match[1] == "true" else "") + "mutant(N)", "the opposite"
    argument = r"(?:\w+: )?([a-z][\w.]*(?:\([\w.]*\))?)"
    for match in re.finditer(rf"(?<=\w)\({argument}, {argument}\)", line):
        if match[1] != match[2] and not re.match(r"\s*case |.*\bfunc ", line):
            yield "arguments", match.start(1), match.end(2), (
                "swap", match.end(1) - match.start(1), match.start(2) - match.start(1)), "swapped"


def string_mutants(text, start, end):
    """Yields the mutants of the string literal with the given range."""
    content = text[start:end]
    if SQL.search(content):
        quotes = '"""' if text.startswith('"""', end) else '"'

        def changed(match_start, match_end, new, what):
            # Not an interpolation, because a statement is a literal.
            literals = [f"{quotes}{c}{quotes}" for c in (content[:match_start] + new + content[match_end:], content)]
            what = f"{content[match_start:match_end].strip()}: {what}"
            return "SQL", start - len(quotes), end + len(quotes), f"(mutant(N) ? {literals[0]} : {literals[1]})", what

        for match in re.finditer(r" DESC\b", content):
            yield changed(*match.span(), "", "dropped")
        for match in re.finditer(r"\b(?:AND|WHERE) ", content):
            stop = operand(content, match.end(), 1, r"\s(?:AND|OR|ORDER|GROUP|LIMIT|RETURNING|ON|UNION|FOR)\b|\n")
            if "BETWEEN" not in content[match.end():stop]:
                yield changed(match.end(), stop, f"(TRUE OR {content[match.end():stop]})", "taken as true")
    elif re.search(r"[a-z] [a-z]", content) and "\n" not in content:
        yield "text", start - 1, end + 1, '(mutant(N) ? "" : %s)', "empty"


def mutants(module):
    """Returns a module's possible mutants by kind, each with path, line, start, end, new text and description."""
    result = collections.defaultdict(list)
    for path in sorted(pathlib.Path("Sources", module).rglob("*.swift")):
        text = path.read_text()
        code, strings = masked(text)
        lines = code.split("\n")
        starts = [0]
        for line in lines:
            starts.append(starts[-1] + len(line) + 1)
        found = []
        for number, line in enumerate(lines):
            around = [next((s for s in side if s.strip()), "") for side in (lines[:number][::-1], lines[number + 1:])]
            for kind, start, end, *rest in line_mutants(line, *around):
                found.append((kind, starts[number] + start, starts[number] + end, *rest))
        for start, end in strings:
            found += string_mutants(text, start, end)
        for kind, start, end, new, what in found:
            number = bisect.bisect_right(starts, start)
            original = text[start:end]
            if LEFT_OUT.search(text[starts[number - 1]:starts[number] - 1]) or not original.strip():
                continue
            if new[0] == "ternary":
                new = f"(mutant(N) ? {original[:new[1]]}{new[3]}{original[new[2]:]} : {original})"
            elif new[0] == "swap":
                a, b = original[:new[1]], original[new[2]:]
                new = f"mutant(N) ? {b} : {a}{original[new[1]:new[2]]}mutant(N) ? {a} : {b}"
            what = what if kind == "SQL" else f"{original.strip()}: {what}"
            result[kind].append((str(path), number, start, end, new.replace("%s", original), what))
    return result


def choose(count, seeds):
    """Returns numbered candidates and, for each seed, its quota of mutants per module and the numbers of its
    candidates. There are more candidates than needed, because some do not compile.
    """
    size = {m: sum(len(p.read_text().split("\n")) for p in pathlib.Path("Sources", m).rglob("*.swift")) for m in MODULES}
    quota = {m: max(MIN_COUNT, round(count * size[m] / sum(size.values()))) for m in MODULES}
    quota["AppFeatures"] += count - sum(quota.values())
    possible = {m: mutants(m) for m in MODULES}
    candidates, sets, taken = {}, {}, set()
    for seed in seeds:
        rng = random.Random(seed)
        first = len(candidates) + 1
        for module, kinds in possible.items():
            for _ in range(quota[module] * 3 // 2 + 3):
                # The square root lets rare kinds occur.
                kind = rng.choices(sorted(kinds), [len(kinds[k]) ** 0.5 for k in sorted(kinds)])[0]
                mutant = rng.choice(kinds[kind])
                if mutant[:2] not in taken:
                    taken.add(mutant[:2])
                    candidates[len(candidates) + 1] = (module, *mutant)
        sets[seed] = quota, range(first, len(candidates) + 1)
    return candidates, sets


def write(path, content):
    """Writes a file only if its content changes, so that it is not compiled again."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_bytes() != content:
        path.write_bytes(content)


def copy_package(candidates):
    """Writes the copy of the package, with the numbered candidates."""
    changed = collections.defaultdict(list)
    for number, (_, path, _, start, end, new, _) in candidates.items():
        changed[path].append((start, end, re.sub(r"\(N\b", f"({number}", new)))
    names = subprocess.run(["git", "ls-files", "-coz", "--exclude-standard"], capture_output=True, text=True, check=True)
    files = {name for name in names.stdout.split("\0") if os.path.isfile(name)}
    for name in files - changed.keys():
        write(PACKAGE / name, pathlib.Path(name).read_bytes())
        shutil.copymode(name, PACKAGE / name)
    for name, edits in changed.items():
        text = pathlib.Path(name).read_text()
        for start, end, new in sorted(edits, reverse=True):
            text = text[:start] + new + text[end:]
        write(PACKAGE / name, text.encode())
    for module in MODULES:
        write(PACKAGE / "Sources" / module / "Mutant.swift", SWITCH.encode())
        files.add(f"Sources/{module}/Mutant.swift")
    for path in [p for folder in ("Sources", "Tests") for p in (PACKAGE / folder).rglob("*") if p.is_file()]:
        if str(path.relative_to(PACKAGE)) not in files:
            path.unlink()


def build(candidates):
    """Builds the copy with its tests, and removes the candidates that do not compile."""
    command = ["swift", "build", "--build-tests", "-debug-info-format", "none", "--scratch-path", str(BUILD)]
    # Skips the candidates that did not compile in an earlier run with the same sources.
    unusable = json.loads(UNUSABLE.read_text()) if UNUSABLE.exists() else []
    for number in [n for n, m in candidates.items() if list(m) in unusable]:
        del candidates[number]
    while True:
        copy_package(candidates)
        result = subprocess.run(command, cwd=PACKAGE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                errors="replace")
        if result.returncode == 0:
            print(f"{len(candidates)} mutants are compiled in", flush=True)
            return
        wrong = set()
        for path, line in set(re.findall(r"^/\S*/package/(Sources/\S+\.swift):(\d+):\d+: error:", result.stdout, re.M)):
            near = [(abs(m[2] - int(line)), n) for n, m in candidates.items() if m[1] == path]
            # An error may be at another line, such as that of a function which returns nothing now.
            wrong |= {n for distance, n in near if distance == min(near)[0]}
        if not wrong:
            sys.exit(result.stdout[-8000:] + "\nmutants: the build fails without mutants, too")
        print(f"{len(wrong)} of {len(candidates)} mutants do not compile: {sorted(wrong)}", flush=True)
        unusable += [candidates.pop(n) for n in wrong]
        UNUSABLE.write_text(json.dumps(unusable))


def run(suites, mutant, limit):
    """Runs suites; returns the first line about a failure, or None, and the seconds of processor time."""
    environment = dict(os.environ, LADDER_TESTS="test", LADDER_MUTANT=str(mutant),
                       SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=str(os.cpu_count() * 2))
    if mutant == 0:
        hits = HITS / suites[0]
        hits.mkdir(parents=True)
        environment["LADDER_MUTANT_HITS"] = str(hits)
    names = "|".join(re.sub(r"([.()])", r"\\\1", suite) for suite in suites)
    tests = subprocess.Popen([*TESTS, "--filter", f"^({names})(/|$)"], cwd=PACKAGE, env=environment,
                             stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                             errors="replace", start_new_session=True)
    failure = []

    def end(reason):
        if not failure:
            failure.append(reason)
            # A database server has another process group, and ends with the tests' process.
            os.killpg(tests.pid, signal.SIGKILL)

    timer = threading.Timer(limit, end, ["takes much longer"])
    timer.start()
    for line in tests.stdout:
        if "✘" in line:
            end(re.sub(r"\x1b\[\d*m", "", line).strip()[:200])
            break
    tests.stdout.close()
    timer.cancel()
    _, status, usage = os.wait4(tests.pid, 0)
    tests.returncode = os.waitstatus_to_exitcode(status)
    if tests.returncode != 0 and not failure:
        failure.append(f"exits with {tests.returncode}")
    return failure[0] if failure else None, usage.ru_utime + usage.ru_stime


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seeds", type=int, nargs="+", default=[43])
    parser.add_argument("--numbers", type=int, nargs="*", default=[])
    options = parser.parse_args()
    os.environ["LADDER_TUNED"] = "1"

    candidates, sets = choose(options.count, options.seeds)
    WORK.mkdir(parents=True, exist_ok=True)
    build(candidates)
    os.nice(10)
    for seed, (quota, numbers) in sets.items():
        of_module = {m: [n for n in numbers if n in candidates and candidates[n][0] == m][:quota[m]] for m in MODULES}
        chosen = [n for numbers in of_module.values() for n in numbers]
        sets[seed] = [n for n in chosen if not options.numbers or n in options.numbers]
    order = [n for numbers in sets.values() for n in numbers]

    listing = subprocess.run([*TESTS, "--list-tests"], cwd=PACKAGE, capture_output=True, text=True, check=True).stdout
    suites = sorted({line.split("/")[0] for line in listing.splitlines() if re.match(r"\w+Tests\.", line)})
    # The measurement is valid until the tests are built again.
    is_measured = MEASURED.exists() and MEASURED.stat().st_mtime > os.stat(TESTS[0]).st_mtime
    seconds = json.loads(MEASURED.read_text()) if is_measured else {}
    if not is_measured:
        shutil.rmtree(HITS, ignore_errors=True)

    def measure(suite):
        failure, used = run([suite], 0, 3600)
        if failure:
            print(f"{suite} is skipped because it fails without mutants: {failure}", flush=True)
        else:
            seconds[suite] = used

    failures, tried = {}, collections.defaultdict(list)
    own = {m: TESTS_OF.get(m, f"{m}Tests") for m in MODULES}

    def test(number, is_own):
        def level(suite):
            target = suite.split(".")[0]
            return LEVELS.index(target) if target in LEVELS else len(LEVELS)

        module, path, line, *_, what = candidates[number]
        reached = [s for s in seconds if s.startswith(own[module] + ".") == is_own
                   and (s == SANDBOXED.get(module) or (HITS / s / str(number)).exists())]
        total, batch = 0, []
        for suite in sorted(reached, key=lambda s: (level(s), seconds[s])):
            if is_own or total + seconds[suite] <= MAX_SECONDS:
                total += seconds[suite]
                batch.append(suite)
        failures[number] = run(batch, number, 60 + 5 * total)[0] if batch else None
        tried[number] += batch
        result = failures[number] or f"survives {len(batch)} of {len(reached)} suites ({total:.0f} s)"
        print(f"{number}. {path}:{line}: {what}\n    {result}", flush=True)

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(measure, [] if is_measured else suites))
        MEASURED.write_text(json.dumps(seconds))
        print(f"{len(seconds)} suites take {sum(seconds.values()):.0f} s of processor time; the longest ones "
              f"{[(s, round(seconds[s])) for s in sorted(seconds, key=seconds.get)[-5:]]}", flush=True)
        list(pool.map(lambda n: test(n, True), order))
        print(f"{sum(map(bool, failures.values()))} of {len(order)} found by the tests of their modules", flush=True)
        list(pool.map(lambda n: test(n, False), [n for n in order if not failures[n]]))

    for seed, chosen in sets.items():
        print(f"\nSeed {seed}:")
        for module in MODULES + ["all"]:
            of_module = [n for n in chosen if module in ("all", candidates[n][0])]
            print(f"{module:18} {sum(bool(failures[n]) for n in of_module):3} of {len(of_module):3}")
        print("Survivors:")
        for number in [n for n in chosen if not failures[n]]:
            _, path, line, *_, what = candidates[number]
            print(f"{number}. {path}:{line}: {what} ({len(tried[number])} suites ran)")
    sys.exit(sum(not f for f in failures.values()) > 0.15 * len(order))


main()
