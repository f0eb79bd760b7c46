"""Prints the times of all passes as one table and compares the peers' pictures with simbench's.

usage: table.py BUILD-FOLDER PEER...

Exits with 1 when a picture differs so much that a peer did other work.
"""

import glob
import json
import os
import statistics
import subprocess
import sys

# Averaged over all channels, and the share of pixels with a channel off by more than 16: edges are
# anti-aliased by different formulas, and gradients sampled at different stops.
MEAN_LIMIT, FAR_LIMIT = 0.5, 0.005

NAMES = {"blend2d": "Blend2D", "pixman": "pixman", "cairo": "Cairo"}

# Goals in milliseconds, and what Blend2D took on the machine that they are for. Their ratio holds on
# any machine.
GOALS = {
    "soft-discs-alone": (0.24, 0.24),
    "breathing-discs": (1.2, 5.2),
    "linear-gradient": (0.3, 1.4),
    "vertical-gradient": (0.3, 1.4),
    "rings": (0.7, 2.0),
    "bubbles": (2.0, 4.9),
    "blobs": (1.0, 1.9),
    "orbs-add": (2.5, 5.3),
    "orbs-screen": (2.5, 5.7),
    "ring-light-alone": (0.5, 0.59),
    "camera-ring": (1.2, 1.94),
    "append-segment": (0.004, 0.0045),
    "append-segment-alone": (0.004, 0.0045),
    "redraw-stroke-alone": (0.5, 0.52),
}


def read_simbench(build):
    """Median times in nanoseconds by kernel, one per pass; the files have microseconds."""
    times = {}
    for path in glob.glob(f"{build}/results/simbench.*/*.jmh.json"):
        with open(path, encoding="utf-8") as file:
            for element in json.load(file):
                name = element["benchmark"].rpartition(".")[2]
                clock = element["secondaryMetrics"]["Time (wall clock)"]
                times.setdefault(name, []).append(clock["scorePercentiles"]["50.0"] * 1e3)
    return times


def read_peer(build, peer):
    """The same of a peer."""
    times = {}
    for path in glob.glob(f"{build}/results/{peer}.*.tsv"):
        with open(path, encoding="utf-8") as file:
            for line in file:
                name, time = line.split("\t")
                times.setdefault(name, []).append(float(time))
    return times


def shown(nanoseconds):
    """A time in the unit that reads best."""
    if nanoseconds < 100_000:
        return f"{nanoseconds / 1e3:.2f} µs"
    return f"{nanoseconds / 1e6:.3f} ms"


def print_times(build, peers):
    """One row per kernel: simbench, then each peer as a time and as a multiple of simbench's."""
    times = read_simbench(build)
    others = {peer: read_peer(build, peer) for peer in peers}
    copies = times["memcpy"]
    print(f"\nmedians over {len(copies)} passes; (×) how much longer a peer takes; memcpy of the "
          f"frame {shown(min(copies))} to {shown(max(copies))} from pass to pass\n")
    header = f"{'kernel':21}{'simbench':>11}{'× memcpy':>10}"
    header += "".join(f"{NAMES[peer]:>21}" for peer in peers)
    print(header + "  as a fraction of Blend2D")
    for name in times:
        if name != "memcpy" and not any(name in other for other in others.values()):
            continue
        time = statistics.median(times[name])
        line = f"{name:21}{shown(time):>11}{time / statistics.median(copies):>10.3f}"
        for peer in peers:
            cell = ""
            if name in others[peer]:
                other = statistics.median(others[peer][name])
                cell = f"{shown(other)} ({other / time:.2f}×)"
            line += f"{cell:>21}"
        if name in GOALS and name in others.get("blend2d", {}):
            goal = GOALS[name][0] / GOALS[name][1]
            fraction = time / statistics.median(others["blend2d"][name])
            line += f"  {fraction:.2f} of {goal:.2f} {'ok' if fraction <= goal else 'missed'}"
        print(line.rstrip())


def print_pictures(build, peers):
    """Whether every peer drew what simbench did."""
    print("\npictures against simbench's: mean and greatest difference of a channel (0 to 255),")
    print(f"pixels off by more than 16; at most {MEAN_LIMIT} and {FAR_LIMIT:.1%} are allowed\n")
    different = 0
    for peer in peers:
        for path in sorted(glob.glob(f"{build}/pictures/{peer}/*.rgba")):
            name = os.path.basename(path).removesuffix(".rgba")
            ours = f"{build}/pictures/simbench/{name}"
            out = subprocess.run(
                [f"{build}/compare", ours, path], check=True, capture_output=True, text=True)
            mean, greatest, far = out.stdout.split()
            is_same = float(mean) <= MEAN_LIMIT and float(far) <= FAR_LIMIT
            different += not is_same
            print(f"{NAMES[peer]:9}{name:20}{float(mean):8.3f}"
                  f"{greatest:>5}{float(far):>9.3%}{'' if is_same else '  DIFFERENT'}")
    return different


def main():
    """Prints both tables."""
    build, *peers = sys.argv[1:]
    print_times(build, peers)
    sys.exit(1 if print_pictures(build, peers) else 0)


main()
