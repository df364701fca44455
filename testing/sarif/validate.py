#!/usr/bin/env python3
"""Validates a SARIF log from standard input against the official schema.

    validate.py SCHEMA

Prints `valid, N results`, or every place that does not fit; then the exit code is 1.
"""

import json
import sys

import jsonschema

with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
log = json.load(sys.stdin)
validator = jsonschema.validators.validator_for(schema)
validator.check_schema(schema)
errors = sorted(
    validator(schema, format_checker=validator.FORMAT_CHECKER).iter_errors(log),
    key=lambda error: str(list(error.absolute_path)),
)
for error in errors:
    print("/".join(str(part) for part in error.absolute_path), error.message[:300])
if errors:
    sys.exit(1)
print("valid,", sum(len(run["results"]) for run in log["runs"]), "results")
