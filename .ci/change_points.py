"""Proves the change points of `simbench history` on series whose truth is known.

Every series becomes a scenario of one history; what the tool prints as JSON is compared with what
was planted, and on published series with what other packages say. Run by `.ci/long statistics`.
"""

import argparse
import ast
import glob
import json
import os
import random
import subprocess
import sys
import tarfile

KEY = {
    "seed": 1, "frames": 600, "device": "iphone-12", "reduceMotion": False,
    "scenarioDigest": "0" * 16, "sceneBehaviorVersion": 1, "behaviorVersion": 1,
}

# Flow of the Nile at Aswan, 1871 to 1970, in 10^8 cubic meters: G. W. Cobb, "The problem of the
# Nile", Biometrika 65 (1978). Less water since 1899, index 28.
NILE = [
    1120, 1160, 963, 1210, 1160, 1160, 813, 1230, 1370, 1140, 995, 935, 1110, 994, 1020, 960, 1180,
    799, 958, 1140, 1100, 1210, 1150, 1250, 1260, 1220, 1030, 1100, 774, 840, 874, 694, 940, 833,
    701, 916, 692, 1020, 1050, 969, 831, 726, 456, 824, 702, 1120, 1100, 832, 764, 821, 768, 845,
    864, 862, 698, 845, 744, 796, 1040, 759, 781, 865, 845, 944, 984, 897, 822, 1010, 771, 676, 649,
    846, 812, 742, 801, 1040, 860, 874, 848, 890, 744, 749, 838, 1050, 918, 986, 797, 923, 975, 815,
    1020, 906, 901, 1170, 912, 746, 919, 718, 714, 740,
]

# What runs inside the other packages' environments: series on standard input, indices back.
PEER = """
import json, sys
series = json.load(sys.stdin)
try:
    from otava.analysis import compute_change_points, compute_change_points_orig
    def answers(values):
        whole = compute_change_points_orig(values, max_pvalue=0.01, seed=1)[0]
        windows = compute_change_points(values, max_pvalue=0.01)[0]
        return {
            "otava": [int(p.index) for p in whole],
            "otava windows": [int(p.index) for p in windows]}
except ImportError:
    import numpy
    from signal_processing_algorithms.energy_statistics.energy_statistics import e_divisive
    def answers(values):
        numpy.random.seed(1)
        found = e_divisive(values, pvalue=0.01, permutations=199)
        return {"signal-processing": sorted(int(index) for index in found)}
json.dump([answers(values) for values in series], sys.stdout)
"""


def noisy(levels, noise, stream):
    return [
        level * (1 + noise * stream.gauss(0, 1)) for level, count in levels for _ in range(count)]


class Tool:
    def __init__(self, executable, folder):
        self.executable = executable
        self.path = os.path.join(folder, "history.ndjson")

    def changes(self, series, metric="timing.frame.p50"):
        """The changes that the tool finds in each series."""
        with open(self.path, "w") as file:
            for index, values in enumerate(series):
                for value in values:
                    file.write(json.dumps({
                        "date": "2026-01-01T00:00:00Z", "commit": "", "scenario": f"s{index}",
                        "machine": "m", "key": KEY, "metrics": {metric: value}}) + "\n")
        found = subprocess.run(
            [self.executable, "history", self.path, "--json", "-"], check=True,
            capture_output=True).stdout
        rows = {row["scenario"]: row["changes"] for row in json.loads(found)["series"]}
        return [rows[f"s{index}"] for index in range(len(series))]

    def indices(self, series, metric="timing.frame.p50"):
        return [[change["index"] for change in row] for row in self.changes(series, metric)]


class Proof:
    def __init__(self):
        self.failed = 0
        self.checked = 0

    def check(self, name, holds, words):
        self.checked += 1
        self.failed += 0 if holds else 1
        print(f"{'PASS' if holds else 'FAIL'}  {name}: {words}")


def false_alarms(tool, proof, count):
    stream = random.Random(1)
    laws = {
        "normal": lambda: stream.gauss(100, 1),
        "log-normal": lambda: 100 * stream.lognormvariate(0, 0.03),
        "two levels": lambda: stream.choice([100, 125]) + stream.gauss(0, 1),
        "heavy tails": lambda: 100 + stream.gauss(0, 1) / max(abs(stream.gauss(0, 1)), 1e-3),
        "ties": lambda: stream.choice([100, 101, 102]),
    }
    for name, draw in laws.items():
        found = tool.indices([[draw() for _ in range(60)] for _ in range(count)])
        alarms = sum(1 for row in found if row)
        # 1 % is meant; three standard errors are allowed.
        limit = count * 0.01 + 3 * (count * 0.01) ** 0.5
        proof.check(f"false alarms, {name}", alarms <= limit, f"{alarms} of {count}")


def lasting(share, stream, count=60):
    """Autoregressive noise with a variance of one."""
    values = [stream.gauss(0, 1)]
    while len(values) < count:
        values.append(share * values[-1] + (1 - share ** 2) ** 0.5 * stream.gauss(0, 1))
    return values


def slow_clock(factor, stream):
    """A clock that keeps one of two speeds for eight runs."""
    offset, slow = stream.randrange(8), [stream.random() < 0.5 for _ in range(9)]
    return [
        (factor if slow[(index + offset) // 8] else 1) * stream.gauss(100, 1)
        for index in range(60)]


def lasting_noise(tool, proof, count):
    """False alarms of noise that lasts, at most so many in 100, and a change in it."""
    stream = random.Random(6)
    kinds = {
        "noise that keeps 0.3": (12, lambda: [100 + x for x in lasting(0.3, stream)]),
        "noise that keeps 0.6": (12, lambda: [100 + x for x in lasting(0.6, stream)]),
        "noise that keeps 0.8": (16, lambda: [100 + x for x in lasting(0.8, stream)]),
        # One that changes its speed once or twice in 60 runs, one in four, is like a change.
        "slow clock of 4 %": (35, lambda: slow_clock(1.04, stream)),
        "slow clock of 25 %": (35, lambda: slow_clock(1.25, stream)),
    }
    for name, (most, draw) in kinds.items():
        alarms = sum(1 for row in tool.indices([draw() for _ in range(count)]) if row)
        # A sample of few series may exceed the share by chance.
        limit = count * most / 100 + 3 * (count * most / 100 * (1 - most / 100)) ** 0.5
        proof.check(f"false alarms, {name}", alarms <= limit, f"{alarms} of {count}")
    for place in (5, 30, 55):
        rows = tool.indices([
            [(100 if index < place else 110) * (1 + 0.01 * value)
             for index, value in enumerate(lasting(0.6, stream))] for _ in range(count)])
        found = sum(1 for row in rows if any(abs(index - place) <= 3 for index in row))
        proof.check(
            f"+10 % after {place} of 60, noise of 1 % that keeps 0.6", found >= 0.8 * count,
            f"{found} of {count}")


def power(tool, proof, count):
    """Found within 3 runs, by noise, place and size; at least what the search without an end of
    the second part found, by simulation with 200 series a cell."""
    stream = random.Random(2)
    sizes = (1.01, 1.02, 1.05, 1.10)
    least = {
        (0.01, 5): (0, 50, 98, 100), (0.01, 30): (33, 90, 98, 100), (0.01, 55): (0, 50, 98, 100),
        (0.01, 58): (0, 0, 85, 90), (0.03, 5): (0, 0, 30, 95), (0.03, 30): (0, 3, 83, 98),
        (0.03, 55): (0, 0, 30, 95), (0.03, 58): (0, 0, 1, 35),
    }
    print("\nfound within 3 runs / mean distance of those:")
    for (noise, place), limits in least.items():
        cells, holds = [], True
        for size, limit in zip(sizes, limits):
            rows = tool.indices(
                [noisy([(100, place), (100 * size, 60 - place)], noise, stream)
                 for _ in range(count)])
            off = [min(abs(index - place) for index in row) for row in rows if row]
            near = [distance for distance in off if distance <= 3]
            share = 100 * len(near) / count
            # A sample of few series may fall short of the share by chance.
            holds = holds and share >= limit - 300 * (0.25 / count) ** 0.5
            mean = sum(near) / len(near) if near else 0
            cells.append(f"+{(size - 1) * 100:.0f} % {share:3.0f} % / {mean:.2f}")
        proof.check(f"noise {noise:.0%}, {60 - place} of 60 after it", holds, ", ".join(cells))
    print()


def masking(tool, proof, count):
    stream = random.Random(3)
    rows = tool.indices(
        [noisy([(100, 30), (120, 10), (100, 24), (105, 6)], 0.01, stream) for _ in range(count)])
    found = sum(1 for row in rows if any(abs(index - 64) <= 1 for index in row))
    proof.check(
        "+20 % for 10 runs, mended, then +5 % for 6", found >= 0.95 * count, f"{found} of {count}")


def blame(tool, proof, count):
    stream = random.Random(4)
    series = [noisy([(100, 60), (105, 10)], 0.01, stream) for _ in range(count)]
    right, waits, first = 0, [], {}
    for runs in range(61, 71):
        open_ones = [index for index in range(count) if index not in first]
        for index, row in zip(open_ones, tool.indices([series[i][:runs] for i in open_ones])):
            late = [cut for cut in row if cut > 50]
            if late:
                first[index] = late[-1]
                waits.append(runs - 60)
    right = sum(1 for cut in first.values() if cut == 60)
    waits.sort()
    wrong = len(first) - right
    proof.check(
        "first report of +5 % at 1 % noise blames the run that did it",
        len(first) >= 0.98 * count and wrong <= 0.05 * len(first),
        f"{len(first)} of {count} reported, {wrong} blame another run, after "
        f"{waits[len(waits) // 2]} runs (median)")


def spread(tool, proof, count):
    stream = random.Random(5)
    rows = tool.changes(
        [noisy([(100, 40)], 0.01, stream) + noisy([(100, 40)], 0.10, stream)
         for _ in range(count)])
    kinds = [change["kind"] for row in rows for change in row]
    proof.check(
        "scatter of 1 % that becomes 10 % is not called worse",
        len(kinds) >= count / 2 and kinds.count("spread") >= 0.9 * len(kinds),
        f"{kinds.count('spread')} of {len(kinds)} found are called a change of spread")


def exact(tool, proof):
    metric = "work.primitives"
    one = tool.indices([[500] * 60 + [501]], metric)[0]
    many = tool.indices([[20] * 9 + [8] * 4 + [20]], metric)[0]
    proof.check("an exact step is reported with the first run that has it", one == [60], str(one))
    proof.check("exact steps down and up again", many == [9, 13], str(many))


def packaged(folder):
    """The series that the other package is tested with: lists of numbers in its tests."""
    series = {}
    for archive in glob.glob(os.path.join(folder, "apache_otava*.tar.gz")):
        with tarfile.open(archive) as file:
            for member in file.getmembers():
                if not member.name.endswith("tests/tigerbeetle_test.py"):
                    continue
                tree = ast.parse(file.extractfile(member).read())
                lists = [
                    [element.value for element in node.elts] for node in ast.walk(tree)
                    if isinstance(node, ast.List) and len(node.elts) > 100
                    and all(isinstance(element, ast.Constant) for element in node.elts)]
                if lists:
                    series["TigerBeetle"] = max(lists, key=len)
    return series


def published(tool, proof, folder, peers):
    series = {"Nile": NILE, **packaged(folder)}
    own = dict(zip(series, tool.indices([list(map(float, v)) for v in series.values()])))
    proof.check("Nile", own["Nile"] == [28], str(own["Nile"]))
    answers = []
    for python in peers:
        done = subprocess.run(
            [python, "-c", PEER], input=json.dumps(list(series.values())), check=True,
            capture_output=True, text=True)
        answers.append(json.loads(done.stdout.strip().splitlines()[-1]))
    for index, name in enumerate(series):
        print(f"      {name}, {len(series[name])} values")
        print(f"        {'simbench':18} {own[name]}")
        for answer in answers:
            for peer, found in answer[index].items():
                print(f"        {peer:18} {found}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--simbench", required=True)
    parser.add_argument("--folder", required=True)
    parser.add_argument("--sample", action="store_true")
    parser.add_argument("--peer", action="append", default=[])
    options = parser.parse_args()
    count = 40 if options.sample else 200
    tool, proof = Tool(options.simbench, options.folder), Proof()
    false_alarms(tool, proof, 100 if options.sample else 1000)
    lasting_noise(tool, proof, count)
    power(tool, proof, count)
    masking(tool, proof, max(count, 100))
    blame(tool, proof, max(count, 100))
    spread(tool, proof, count)
    exact(tool, proof)
    published(tool, proof, options.folder, options.peer)
    print(f"{proof.checked - proof.failed} passed, {proof.failed} failed")
    sys.exit(1 if proof.failed or not proof.checked else 0)


if __name__ == "__main__":
    main()
