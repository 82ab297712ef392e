"""Checks requests and responses of the server against its description, and prints the differences.

Usage: check_openapi.py FOLDER [--other-version]

With --other-version, the description is that of another version of the server: it may lack JSON members and routes.
"""

import json
import sys

import jsonschema

folder = sys.argv[1]
is_other_version = "--other-version" in sys.argv
document = json.load(open(f"{folder}/openapi.json"))
exchanges = json.load(open(f"{folder}/exchanges.json"))


def close(schema):
    """Forbids JSON members that are not in a schema: clients may ignore them, but they must be described."""
    if isinstance(schema, dict):
        if schema.get("type") == "object":
            schema["additionalProperties"] = False
        for part in schema.values():
            close(part)
    elif isinstance(schema, list):
        for part in schema:
            close(part)


def check(content, text, where):
    schema = {**content["application/json"]["schema"], "components": document["components"]}
    validator = jsonschema.Draft202012Validator(schema, format_checker=jsonschema.FormatChecker())
    for error in validator.iter_errors(json.loads(text)):
        print(f"{where}: {error.message} at {error.json_path}")


if not is_other_version:
    close(document["components"]["schemas"])
for exchange in exchanges:
    where = f"{exchange['route']} {exchange['status']}"
    method, path = exchange["route"].split(" ")
    if is_other_version and method.lower() not in document["paths"].get(path, {}):
        continue
    operation = document["paths"][path][method.lower()]
    if exchange["status"] < 400 and "requestBody" in operation:
        check(operation["requestBody"]["content"], exchange["request"], where + ", request")
    responses = operation["responses"]
    response = responses.get(str(exchange["status"]), responses["default"])
    if "content" not in response:
        if exchange["response"]:
            print(f"{where} has a body")
    elif exchange["media"] not in response["content"]:
        print(f"{where} has the media type {exchange['media']}")
    elif "schema" in response["content"][exchange["media"]]:
        check(response["content"], exchange["response"], where)
