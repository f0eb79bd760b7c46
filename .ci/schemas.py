#!/usr/bin/env python3
"""Published schemas beside a validator that others wrote: python3-jsonschema.

usage: .ci/schemas.py --simbench EXECUTABLE --folder FOLDER

Every schema that `simbench schema` prints is valid draft 7 and the one in scenarios/schema. The
repository's scenarios, device classes and baselines, a result of every scenario, results of several
under one roof, and a line of a history are valid by them; each with a member left out, or with
another kind of value, is not. Prints how many files were looked at.

Exit codes: 0 all agree, 1 something does not, 2 usage."""

import argparse
import copy
import json
import subprocess
import sys
from pathlib import Path

import jsonschema

ROOT = Path(__file__).resolve().parents[1]
FRAMES = "130"
# A short run may fail its budgets or carry no load, and a busy machine cannot judge times.
JUDGED = (0, 1, 7, 8)


def simbench(executable, *arguments, allowed=(0,)):
    done = subprocess.run([executable, *arguments], capture_output=True, text=True, cwd=ROOT)
    if done.returncode not in allowed:
        sys.exit(f".ci/schemas.py: simbench {' '.join(arguments)}: {done.stderr or done.stdout}")
    return done.stdout


class Format:
    """A schema and how many files were valid by it, and how many broken ones were not."""

    def __init__(self, name, schema):
        jsonschema.Draft7Validator.check_schema(schema)
        self.name, self.validator = name, jsonschema.Draft7Validator(schema)
        self.valid = self.refused = 0
        self.faults = []

    def check(self, value, where):
        errors = list(self.validator.iter_errors(value))
        self.valid += 1
        for error in errors[:3]:
            place = "".join(f"[{part!r}]" for part in error.absolute_path)
            self.faults.append(f"{where}{place}: {error.message[:200]}")
        self.plant(value, where)

    def plant(self, value, where):
        """Values that nothing may allow."""
        for key, member in value.items():
            if key == "$schema":
                continue
            other = 1 if isinstance(member, (str, dict, list, bool)) else {"planted": []}
            broken = {**copy.copy(value), key: other}
            if self.validator.is_valid(broken):
                self.faults.append(f"{where}: {key} may be {other!r}")
            self.refused += 1
        for broken in (42, [], None, "text"):
            if self.validator.is_valid(broken):
                self.faults.append(f"{where}: the whole may be {broken!r}")
            self.refused += 1


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1])
    parser.add_argument("--simbench", required=True)
    parser.add_argument("--folder", required=True, type=Path)
    options = parser.parse_args()

    def run(*arguments, **more):
        return simbench(options.simbench, *arguments, **more)

    names = [row["name"] for row in json.loads(run("list", "schemas", "--json", "-"))["schemas"]]
    formats = {}
    for name in names:
        text = run("schema", name)
        published = ROOT / f"scenarios/schema/{name}.schema.json"
        if published.read_text() != text:
            sys.exit(f".ci/schemas.py: simbench schema {name} > {published.relative_to(ROOT)}")
        formats[name] = Format(name, json.loads(text))

    scenarios = sorted((ROOT / "scenarios").glob("*.json"))
    folders = {"scenario": scenarios, "device": sorted((ROOT / "scenarios/devices").glob("*.json"))}
    folders["baseline"] = sorted((ROOT / "scenarios/baselines").glob("*.json"))
    for name, files in folders.items():
        for path in files:
            formats[name].check(json.loads(path.read_text()), path.name)

    results = []
    for path in scenarios:
        out = options.folder / f"{path.stem}.json"
        run("run", str(path), "--frames", FRAMES, "--series", "--json", str(out), "--quiet",
            "--out", str(options.folder / "pictures"), allowed=JUDGED)
        results.append(out)
        formats["result"].check(json.loads(out.read_text()), out.name)
    several = run("report", *map(str, results), "--json", "-", allowed=JUDGED)
    whole = json.loads(several)
    if len(whole["runs"]) != len(scenarios):
        sys.exit(".ci/schemas.py: a report has not all results")
    formats["result"].check(whole, "report of all results")
    history = options.folder / "history.ndjson"
    appended = [word for path in results[:3] for word in ("--append", str(path))]
    run("history", str(history), *appended, "--commit", "a-commit")
    for line in history.read_text().splitlines():
        formats["history"].check(json.loads(line), "history")

    failed = False
    for form in formats.values():
        print(f"{form.name}: {form.valid} valid, {form.refused} broken ones refused")
        failed |= form.valid == 0 or form.refused == 0
        for fault in form.faults[:20]:
            print(f"  {fault}")
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
