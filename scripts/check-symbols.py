#!/usr/bin/env python3
"""Checks that every public symbol of the libraries has a documentation comment that begins with a sentence.

Reads the compiler's symbol graphs of the built modules. The argument is the folder of the build; by default .build/debug.
"""

import json
import platform
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import unquote

MODULES = ["ReducerRuntime", "ReducerObservation", "ReducerTestSupport", "TerminalUI", "TerminalHost"]


def extract(module, build, folder):
    """Writes the symbol graph of a module, and one for each module that it extends."""
    maps = [flag for name in ("CSystem", "CNcurses")
            for flag in ("-Xcc", f"-fmodule-map-file={build / f'{name}.build/module.modulemap'}")]
    subprocess.run(
        ["swift", "symbolgraph-extract", "-module-name", module, "-I", build / "Modules", *maps,
         "-target", f"{platform.machine()}-unknown-linux-gnu", "-minimum-access-level", "public",
         "-skip-synthesized-members", "-output-dir", folder],
        check=True)


def problem(symbol):
    """Returns the defect of a symbol's documentation; None if there is none."""
    lines = [line["text"].strip() for line in symbol.get("docComment", {"lines": []})["lines"]]
    if not any(lines):
        return "has no documentation comment"
    sentence = " ".join(lines[:lines.index("")] if "" in lines else lines)
    return None if sentence.endswith((".", ":")) else f"begins with no sentence: {sentence}"


def main(build=".build/debug"):
    build, sources, found, count = Path(build).resolve(), {}, set(), 0
    with TemporaryDirectory() as folder:
        for module in MODULES:
            extract(module, build, folder)
        graphs = [json.loads(path.read_text()) for path in Path(folder).glob("*.symbols.json")]
    for symbol in (symbol for graph in graphs for symbol in graph["symbols"]):
        # Conformances that the compiler writes have no location. What a macro writes has the location of its attribute.
        if "location" not in symbol:
            continue
        path = Path(unquote(symbol["location"]["uri"]).removeprefix("file://"))
        line = symbol["location"]["position"]["line"]
        lines = sources.setdefault(path, path.read_text().splitlines())
        # A module is not written again if only lines moved, so a location can be behind the end of the file.
        source = lines[line] if line < len(lines) else ""
        name = symbol["pathComponents"][-1].split("(")[0]
        if source.lstrip().startswith("@") and name not in source:
            continue
        count += 1
        if text := problem(symbol):
            found.add((str(path.relative_to(Path.cwd())), line + 1, f"{'.'.join(symbol['pathComponents'])} {text}"))
    for path, line, text in sorted(found):
        print(f"{path}:{line}: {text}")
    if not count:
        print("check-symbols: there are no symbols")
    sys.exit(bool(found) or not count)


main(*sys.argv[1:])
