#!/usr/bin/env python3
"""Prints the compiler's processor time for each module, by kind, from the files of `-stats-output-dir`.

  swift build … -Xswiftc -stats-output-dir -Xswiftc FOLDER && scripts/compile-times.py FOLDER
"""
import collections, glob, json, re, sys

KINDS = {
    "types": ["Type checking and Semantic analysis"],
    "imports": ["Import resolution"],
    "SIL": ["SILGen", "SIL optimization"],
    "LLVM": ["IRGen", "LLVM pipeline"],
}

modules = collections.defaultdict(collections.Counter)
for path in glob.glob(sys.argv[1] + "/*-swift-frontend-*.json"):
    with open(path) as file:
        timers = json.load(file)
    name = re.search("-swift-frontend-([^-]*)", path)[1]
    times = {kind: sum(timers.get(f"time.swift.{timer}.{of}", 0) for timer in names for of in ("user", "sys"))
             for kind, names in KINDS.items()}
    # The process's own timer is named after the file.
    total = sum(time for timer, time in timers.items() if re.match(r"time\.swift-frontend.*\.(user|sys)$", timer))
    for module in (name, "(all)"):
        modules[module].update(times, processes=1, total=total, other=total - sum(times.values()))

columns = ["processes", "total", *KINDS, "other"]
print(f"{'':28}" + "".join(f"{column:>10}" for column in columns))
for module, times in sorted(modules.items(), key=lambda item: -item[1]["total"]):
    print(f"{module:28}" + "".join(f"{times[column]:10.0f}" for column in columns))
