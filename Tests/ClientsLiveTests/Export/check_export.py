"""Checks exports against the published schema and with Python's CSV reader, and prints the differences."""

import csv
import json
import sys

import jsonschema

folder, schema = sys.argv[1], json.load(open(sys.argv[2]))
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema, format_checker=jsonschema.FormatChecker())
export = json.load(open(f"{folder}/export.json"))
for error in validator.iter_errors(export):
    print(f"{error.message} at {error.json_path}")

# Every property that the schema has must be in the sample.
described = {
    (name, member) for name, part in schema["$defs"].items() for member in part.get("properties", {})
}
arrays = [key for key in export if isinstance(export[key], list)]
seen = {(item["type"], member) for key in arrays for item in export[key] for member in item}
for name, member in sorted(described - seen):
    print(f"no {name} has the member {member}")

# JSON lines have the same items.
header, *lines = [json.loads(line) for line in open(f"{folder}/export.jsonl")]
if lines != [item for key in arrays for item in export[key]]:
    print("the items of JSON lines differ")
if header != {key: export[key] for key in export if key not in arrays}:
    print("the header of JSON lines differs")

rows = list(csv.DictReader(open(f"{folder}/export.csv", newline="", encoding="utf-8"), strict=True))
workouts = [workout for workout in export["workouts"] if "deleted_at" not in workout]
expected = [
    (workout["id"], set.get("set", ""))
    for workout in workouts
    for set in workout.get("sets", [{}])
]
if [(row["id"], row["set"].removeprefix("'")) for row in rows] != expected:
    print("the sets of CSV differ")
for row in rows:
    for column, cell in row.items():
        if None in (column, cell):
            print("a row of CSV has a different length")
        elif cell[:1] in ("=", "+", "-", "@", "\t", "\r", "\n") and column != "set_weight":
            print(f"the cell {column} is a formula: {cell}")
