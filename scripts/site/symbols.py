#!/usr/bin/env python3
"""Writes the pages of a Swift module's public symbols from the compiler's symbol graph.

Arguments: the file MODULE.symbols.json, and the folder for the pages: one for each folder of the sources, and an index.
"""

import json
import re
import sys
from collections import defaultdict
from pathlib import Path

KINDS = {
    "swift.protocol": "Protocol", "swift.struct": "Structure", "swift.class": "Class", "swift.enum": "Enumeration",
    "swift.macro": "Macro", "swift.func": "Function", "swift.typealias": "Type alias", "swift.var": "Variable",
}


class Page:
    """The symbols of a folder, with the links between symbols."""

    def __init__(self, anchors):
        self.anchors = anchors
        self.lines = []

    def add(self, symbol, level):
        name = symbol["names"]["title"]
        kind = KINDS.get(symbol["kind"]["identifier"], "") if level == 2 else ""
        self.lines += [f"({symbol['anchor']})=", f"{'#' * level} {code(name)}", ""]
        if kind:
            self.lines += [f"*{kind}*", ""]
        declaration = "".join(part["spelling"] for part in symbol["declarationFragments"])
        self.lines += ["```swift", declaration, "```", ""]
        text = "\n".join(line["text"] for line in symbol.get("docComment", {"lines": []})["lines"])
        self.lines += [self.linked(text), ""]

    def linked(self, text):
        """Returns a comment in which ``Name`` is a link to the symbol, if the module has it."""

        def link(match):
            path = match[1].replace("/", ".")
            names = [path, path.split("(")[0]]
            anchor = next((self.anchors[name] for name in names if name in self.anchors), None)
            return f"[{code(match[1])}](#{anchor})" if anchor else code(match[1])

        parts = re.split(r"(^```.*?^```$)", text, flags=re.MULTILINE | re.DOTALL)
        return "".join(
            part if part.startswith("```") else re.sub(r"``([^`\n]+)``", link, part) for part in parts)


def code(text):
    return f"`{text}`"


def main(graph, folder):
    # Declarations of macros' expansions have no location in the sources.
    symbols = [s for s in json.loads(Path(graph).read_text())["symbols"] if "location" in s]
    symbols.sort(key=lambda s: (s["location"]["uri"], s["location"]["position"]["line"]))
    groups, members, anchors = defaultdict(list), defaultdict(list), {}
    for number, symbol in enumerate(symbols):
        path = symbol["pathComponents"]
        symbol["anchor"] = f"symbol-{number}"
        name = ".".join(path)
        for spelling in (name, name.split("(")[0]):
            anchors.setdefault(spelling, symbol["anchor"])
        if len(path) == 1:
            place = symbol["location"]["uri"].split("/Sources/ReducerRuntime/")[1]
            groups[place.split("/")[0].removesuffix(".swift")].append(symbol)
        else:
            members[path[0]].append(symbol)

    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    names = sorted(groups)
    contents = ["# Symbols of the runtime", ""]
    for name in names:
        page = Page(anchors)
        page.lines += [f"# {name}", ""]
        links = {}
        for symbol in groups[name]:
            page.add(symbol, 2)
            for member in members.pop(symbol["pathComponents"][0], []):
                page.add(member, 3)
            links.setdefault(symbol["names"]["title"].split("(")[0], symbol["anchor"])
        (folder / f"{name}.md").write_text("\n".join(page.lines))
        texts = [f"[{code(title)}](#{anchor})" for title, anchor in links.items()]
        contents += [f"- [{name}]({name}.md): {', '.join(texts)}"]
    contents += ["", "```{toctree}", ":hidden:", "", *names, "```", ""]
    (folder / "index.md").write_text("\n".join(contents))
    # Members of other modules' types would be in a second symbol graph.
    if members:
        sys.exit(f"symbols.py: members without their types: {', '.join(members)}")


main(*sys.argv[1:])
