#!/usr/bin/env python3
"""Published schemas beside a validator that others wrote: python3-jsonschema.

usage: .ci/schemas.py --simbench EXECUTABLE --folder FOLDER --samples FOLDER

Every schema that `simbench schema` prints is valid draft 7 and the one in scenarios/schema. The
repository's scenarios, device classes and baselines, results of every scenario and of every run of
its matrix, a line of a history, and what every command writes with --json, for one input and for
several, are valid by them; with a member more, or one left out, or with another kind of value, they
are not. SARIF keeps the rules of its standard, JUnit a schema of what its readers share, and
outputs for dashboards their published forms. Prints how many were looked at.

Exit codes: 0 all agree, 1 something does not, 2 usage."""

import argparse
import copy
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import jsonschema

# Beside a script no folder of compiled modules is left.
sys.dont_write_bytecode = True
import report_formats  # noqa: E402

ROOT = Path(__file__).resolve().parents[1]
FRAMES = "130"
# A short run may fail its budgets or carry no load, and a busy machine cannot judge times.
JUDGED = (0, 1, 7, 8)
PLANTED = {"planted": [None]}


def simbench(executable, *arguments, allowed=(0,)):
    # Goldens are recorded here, which nobody accepts.
    environment = {key: value for key, value in os.environ.items() if key != "CI"}
    done = subprocess.run([executable, *map(str, arguments)], capture_output=True, text=True,
                          cwd=ROOT, env=environment)
    if done.returncode not in allowed:
        sys.exit(f".ci/schemas.py: simbench {' '.join(map(str, arguments))}: exit code "
                 f"{done.returncode}: {done.stderr or done.stdout}")
    return done.stdout


def broken(value):
    """The value with one thing wrong, in every object down to the first elements of arrays."""
    if isinstance(value, dict):
        yield "a key more", {**value, **PLANTED}
        for key, member in value.items():
            if key == "$schema":
                continue
            other = 1 if isinstance(member, dict) else PLANTED
            yield f"{key} of another kind", {**value, key: other}
            for what, changed in broken(member):
                yield f"{key}: {what}", {**value, key: changed}
    elif isinstance(value, list) and value:
        for what, changed in broken(value[0]):
            yield what, [changed, *value[1:]]


class Format:
    """A schema and how many files were valid by it, and how many broken ones were not."""

    def __init__(self, name, schema):
        jsonschema.Draft7Validator.check_schema(schema)
        self.name, self.schema = name, schema
        self.validator = jsonschema.Draft7Validator(schema)
        self.valid = self.refused = 0
        self.faults = []

    def check(self, value, where):
        errors = list(self.validator.iter_errors(value))
        self.valid += 1
        for error in errors[:3]:
            place = "".join(f"[{part!r}]" for part in error.absolute_path)
            self.faults.append(f"{where}{place}: {error.message[:200]}")
        self.plant(value, where)

    def refuse(self, value, what):
        if self.validator.is_valid(value):
            self.faults.append(what)
        self.refused += 1

    def plant(self, value, where):
        """Values that nothing may allow; in all depth once, else at the top."""
        for key, member in value.items():
            if key == "$schema":
                continue
            other = 1 if isinstance(member, (str, dict, list, bool)) else {"planted": []}
            self.refuse({**copy.copy(value), key: other}, f"{where}: {key} may be {other!r}")
        for whole in (42, [], None, "text"):
            self.refuse(whole, f"{where}: the whole may be {whole!r}")
        self.refuse({**value, **PLANTED}, f"{where}: a key more is allowed")
        if self.valid > 1:
            return
        for key in self.schema["required"]:
            fewer = {name: member for name, member in value.items() if name != key}
            self.refuse(fewer, f"{where}: {key} may be left out")
        for what, changed in broken(value):
            self.refuse(changed, f"{where}: {what} is allowed")


class Outputs:
    """What commands write with --json."""

    def __init__(self, run, formats, folder):
        self.run, self.formats, self.folder = run, formats, folder

    def check(self, schema, *arguments, allowed=(0,)):
        """Runs a command, and returns what it wrote."""
        value = json.loads(self.run(*arguments, "--json", "-", allowed=allowed))
        self.formats[schema].check(value, " ".join(map(str, arguments)))
        return value

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def small(self, name, scene="snowglobe"):
        return self.write(f"{name}.json", json.dumps({
            "name": name, "scene": scene, "frames": int(FRAMES),
            "canvasSize": {"width": 160, "height": 80},
            "input": {"generators": [{"kind": "shake", "eventsPerMinute": 60}]}}))

    def all(self, result):
        """Every command but run, for one input and for several."""
        out = ("--out", self.folder / "out")
        one, two = self.small("one"), self.small("two", "bubbles")
        for kind in ("scenes", "models", "faults", "devices", "scenarios", "generators",
                     "metrics", "schemas"):
            self.check(f"list-{kind}", "list", kind)
        ink = self.write("ink.txt", "stroke,time,x,y\n" + "".join(
            f"0,{index / 10},{x},{y}\n" for index, (x, y) in enumerate(
                [(60, 30), (40, 20), (20, 40), (20, 80), (45, 90), (60, 60), (62, 20), (62, 90)])))
        self.check("validate", "validate", one)
        self.check("validate", "validate", one, ink, two, allowed=(2,))
        self.check("score", "score", "a", ink, *out)
        self.check("score", "score", "all", ink, ink)
        for at in ("0", "0,29"):
            self.check("render", "render", two, "--at", at, *out)
        self.check("render", "render", two, "--apng", self.folder / "film.png", "--size", "40")
        self.recordings(one, out)
        frames = [self.folder / f"out/two/two-{frame}.png" for frame in ("00000", "00029")]
        self.check("image-diff", "image", "diff", frames[0], frames[0])
        self.check("image-diff", "image", "diff", *frames, "--limit", "maxDelta=0;ssim>=0.5",
                   "--heatmap", self.folder / "heat.png", allowed=(0, 1))
        self.check("flash", "flash", *frames, *out)
        names = [f"{name}{part}" for name in ("Luminance", "Red")
                 for part in ("Transitions", "ExtendedFailCount")]
        names += [f"Average{name}{part}" for name in ("Luminance", "Red")
                  for part in ("", "Diff", "DiffAcc")]
        names += ["FlashLuminanceFailedFrame", "FlashRedFailedFrame"]
        self.check("flash-replay", "flash",
                   self.write("means.csv", f"{','.join(names)}\n{','.join('0' * 12)}\n"))
        history = ("history", self.folder / "sub.ndjson", "--append", result, "--commit", "a")
        self.check("history", *history)
        self.check("history", *history, "--append", result)
        self.goldens(one, two, out)
        self.gates(one, two)
        self.check("tune", "tune", one, "--frames", "6", *out)
        self.check("tune", "tune", one, two, "--frames", "6", "--device", "iphone-12", *out)
        self.calibration()
        self.check("selftest", "selftest", "--quick", allowed=(0, 1, 7))

    def recordings(self, one, out):
        """Two runs that are recorded, had again and compared."""
        first, second = self.folder / "first.txt", self.folder / "second.txt"
        for path, seed in ((first, "1"), (second, "2")):
            self.run("run", one, "--no-wall", "--seed", seed, "--record", path, "--keyframes", "10",
                     *out)
        self.check("replay", "replay", first, "--verify")
        self.check("replay", "replay", first, "--until", "9", "--picture", self.folder / "nine.png")
        self.check("verify", "verify", one, "--pixels", "3")
        self.check("explore", "explore", one, "--seeds", "0..<2", *out)
        self.sweeps(one)
        self.check("diff", "diff", first, first)
        self.check("diff", "diff", first, second, allowed=(5,))

    def sweeps(self, one):
        """Seeds in two shards: the plan, its parts, and one that is missing."""
        plan, part = self.folder / "sweep.plan", self.folder / "part-1.ndjson"
        merged = self.folder / "sweep.ndjson"
        self.check("plan", "plan", one, "--seeds", "0...2", "--shards", "2", "--out", plan)
        self.formats["sweep-plan"].check(json.loads(plan.read_text()), "plan")
        self.check("sweep", "sweep", plan, "--shard", "1/2", "--out", part)
        self.check("merge", "merge", plan, part, "--out", merged, allowed=(6,))
        self.check("sweep", "sweep", plan, "--out", merged)
        head, *rows = map(json.loads, merged.read_text().splitlines())
        self.formats["sweep-head"].check(head, "sweep")
        for row in rows:
            self.formats["sweep-row"].check(row, "sweep")

    def calibration(self):
        """Costs of a made-up phone, by frames with a GPU's times and without."""
        head = {"format": "simbench-frames", "version": 1, "device": "a phone", "renderer": "canvas",
                "frameRate": 60, "refreshRate": 60, "counters": ["primitives"], "frames": 400,
                "dropped": 0}
        self.formats["frames-head"].check(head, "frames")
        for late in (False, True):
            rows = [{"scene": "snow", "count": size, "canvasPixels": 9, "frame": frame,
                     "nanoseconds": frame * 16666667, "work": [size + frame % 3],
                     "cpu": 90000 + 5000 * (size + frame % 3), "late": late and size > 200,
                     **({} if late else {"gpu": 80000 + 900 * (size + frame % 3)})}
                    for frame in range(400) for size in [abs(200 - frame) // 20 * 40 + 40]]
            for row in rows:
                self.formats["frames-row"].check(row, "frames")
            made = self.write("made.ndjson", "\n".join(map(json.dumps, [head, *rows])))
            self.check("calibrate", "calibrate", "--from", made, "--renderer", "canvas",
                       "--device", "iphone-12", "--out", self.folder / "device.json")

    def goldens(self, one, two, out):
        folder = self.folder / "goldens"
        where = ("--goldens", folder)

        def golden(verb, *names, allowed=(0,)):
            schema = "golden-check" if verb in ("check", "update") else "golden-accept"
            more = out if schema == "golden-check" else ()
            return self.check(schema, "golden", verb, *names, *where, *more, allowed=allowed)

        for name in ("a", "b"):
            self.write(f"goldens/{name}.golden", "golden 1\nscenario ../one.json\n"
                       "device iphone-12\ncanvas 160 80 1\nframes 30\npicture 29\n")
        golden("check", "a", allowed=(6,))
        golden("update")
        golden("accept", "a", "b")
        golden("check")
        path = folder / "a.golden"
        path.write_text(path.read_text().replace("one.json", "two.json"))
        for row in golden("check", allowed=(4,))["goldens"]:
            words = json.dumps(row)
            assert ("passed" in words) == (row["name"] == "b"), words
        golden("update", "a")
        golden("reject", "a", "--reason", "it differs")
        self.check("golden-accept", "golden", "add", one, "--frames", "4", *where)
        devices = ("--devices", self.folder / "devices")
        for name in ("first", "second"):
            self.check("device-add", "device", "add", name, "--like", "iphone-12", *devices)

    def gates(self, one, two):
        """What only optimized builds do."""
        baselines = ("--baselines", self.folder / "baselines")

        def update(*arguments):
            rows = self.check("baseline-update", "baseline", "update", *arguments, *baselines)
            return [(row["outcome"], row["written"]) for row in rows["baselines"]]

        self.check("gate", "gate", one, *baselines, allowed=(6,))
        assert update(one) == [("added", ["metrics"])]
        assert update(one, two) == [("unchanged", []), ("added", ["metrics"])]
        tightened = update(one, "--wall-time", "--ratchet")
        assert tightened == [("updated", ["wallTimes"])], tightened
        self.check("gate", "gate", one, two, *baselines)
        path = self.folder / "baselines/one.json"
        changed = json.loads(path.read_text())
        metrics = changed["exact"][0]["metrics"]
        metrics["work.primitives"] += 1
        metrics["digest.chain"] = "x" * 16
        del metrics["frames"]
        path.write_text(json.dumps(changed))
        self.check("gate", "gate", one, two, *baselines, allowed=(4,))
        both = (*baselines, "--goldens", self.folder / "goldens")
        self.check("check", "check", two, *both, allowed=(4,))
        found = self.check("check", "check", one, two, *both, allowed=(4,))
        stages = {row["stage"]: row["verdict"] for row in found["stages"]}
        assert stages["validate"] == stages["run"] == "passed", stages
        assert stages["gate"] == stages["goldens"] == "failed", stages
        compared = self.check("gate", "gate", one, "--base", self.run.executable, "--rounds", "1",
                              "--no-render", "--instructions", "auto", allowed=(0, 3, 7))
        # A gate that cannot count says so and passes; where valgrind is, it has to count.
        if shutil.which("valgrind"):
            (row,) = compared["scenarios"]
            assert row["instructions"] and row["instructions"]["rows"], row["notes"]


class Run:
    """The executable, called with arguments."""

    def __init__(self, executable):
        self.executable = Path(executable).resolve()

    def __call__(self, *arguments, **more):
        return simbench(self.executable, *arguments, **more)


def results_of_scenarios(run, formats, folder, scenarios):
    """Runs every scenario; returns the files of results and how many results they hold."""
    listed = json.loads(run("list", "scenarios", "--json", "-"))["scenarios"]
    cases = {row["file"]: row["cases"] for row in listed}
    files, count = [], 0
    for path in scenarios:
        out = folder / f"{path.stem}.json"
        run("run", path, "--frames", FRAMES, "--series", "--json", out, "--quiet",
            "--out", folder / "pictures", allowed=JUDGED)
        files.append(out)
        value = json.loads(out.read_text())
        formats["run"].check(value, out.name)
        names = [case.removeprefix(f"scenarios/{path.name}") for case in
                 cases[f"scenarios/{path.name}"]] or [""]
        found = [result["scenario"] for result in value["runs"]]
        if found != [path.stem + name for name in names]:
            sys.exit(f".ci/schemas.py: {path.name}: results of {found}")
        for result in value["runs"]:
            formats["result"].check(result, f"{out.name} {result['scenario']}")
        count += len(found)
    return files, count


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1])
    parser.add_argument("--simbench", required=True)
    parser.add_argument("--folder", required=True, type=Path)
    # What .ci/starter kept: commands that only a scene with a bug lets write.
    parser.add_argument("--samples", required=True, type=Path)
    options = parser.parse_args()
    run, folder = Run(options.simbench), options.folder.resolve()

    names = [row["name"] for row in json.loads(run("list", "schemas", "--json", "-"))["schemas"]]
    formats = {}
    for name in names:
        text = run("schema", name)
        published = ROOT / f"scenarios/schema/{name}.schema.json"
        if published.read_text() != text:
            sys.exit(f".ci/schemas.py: simbench schema {name} > {published.relative_to(ROOT)}")
        formats[name] = Format(name, json.loads(text))

    every = sorted((ROOT / "scenarios").glob("*.json"))
    models = [path for path in every if "model" in json.loads(path.read_text())]
    scenarios = [path for path in every if path not in models]
    folders = {"scenario": scenarios, "model-scenario": models}
    folders["device"] = sorted((ROOT / "scenarios/devices").glob("*.json"))
    folders["baseline"] = sorted((ROOT / "scenarios/baselines").glob("*.json"))
    for name, files in folders.items():
        for path in files:
            formats[name].check(json.loads(path.read_text()), path.name)

    results, count = results_of_scenarios(run, formats, folder, scenarios)
    for path in models:
        value = json.loads(run("run", path, "--duration", "1h", "--json", "-", allowed=(0, 1)))
        formats["run"].check(value, path.name)
        # A file with a matrix is several runs.
        if {one["scenario"].split("[")[0] for one in value["runs"]} != {path.stem}:
            sys.exit(f".ci/schemas.py: {path.name}: results of something else")
    whole = json.loads(run("report", *results, "--json", "-", allowed=JUDGED))
    if len(whole["runs"]) != count:
        sys.exit(".ci/schemas.py: a report has not all results")
    formats["run"].check(whole, "report of all results")
    bubbles = folder / "bubbles.json"
    history = folder / "history.ndjson"
    appended = [word for path in results[:3] for word in ("--append", path)]
    run("history", history, *appended, "--commit", "a-commit")
    for line in history.read_text().splitlines():
        formats["history-line"].check(json.loads(line), "history")
    Outputs(run, formats, folder / "outputs").all(bubbles)
    for path in sorted(options.samples.glob("*.json")):
        formats[path.stem].check(json.loads(path.read_text()), path.name)

    failed = False
    for form in formats.values():
        print(f"{form.name}: {form.valid} valid, {form.refused} broken ones refused")
        failed |= form.valid == 0 or form.refused == 0
        for fault in form.faults[:20]:
            print(f"  {fault}")
            failed = True
    faults = report_formats.check(run, folder, results, JUDGED)
    for fault in faults:
        print(f"  {fault}")
    return 1 if failed or faults else 0


if __name__ == "__main__":
    sys.exit(main())
